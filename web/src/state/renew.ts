/** The page, loaded anew: after an update the files that an open page still asks for are gone. */
import { fileAt } from './address';

const STAMP = 'elfer.renewed';
/** How long not to do it again: what is missing then is missing from the new page, too. */
const CALM_MS = 600_000;
/** A server that takes longer is away. */
const PATIENCE_MS = 5000;
let renewing: Promise<boolean> | undefined;

/** Loads the page anew where it is, unless that has just been done or cannot be; whether it does. */
export async function renew(): Promise<boolean> {
  // Several parts may be missed at once.
  renewing ??= attempt();
  const done = await renewing;
  if (!done) renewing = undefined;
  return done;
}

async function attempt(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(STAMP)) < CALM_MS) return false;
    // Without a server the browser would show a page of its own.
    const { ok } = await fetch(fileAt(''), { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!ok) return false;
    // Fails where nothing is kept: there, nothing would stop the page from loading for ever.
    sessionStorage.setItem(STAMP, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
