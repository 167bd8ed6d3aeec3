-- Whether those without a seat may look at a match, also later. Of earlier ones nobody knows.
ALTER TABLE matches ADD COLUMN watch INTEGER NOT NULL DEFAULT 0;
