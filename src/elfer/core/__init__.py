"""The contract of every game and its vocabulary: cards, chance, beliefs, options, refusals, texts."""
