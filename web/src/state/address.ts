/** Where one is, as the address says: by path, or after `#` where any file server may host the page. */

/** Whether this is the static site: there is no server of ours. */
export const ALONE = import.meta.env.MODE === 'static';

/** The path that the address leads to. */
export const here = (): string => (ALONE ? location.hash.slice(1) || '/' : location.pathname);
/** A path as a link has it, and back. */
export const linkTo = (path: string): string => (ALONE ? `#${path}` : path);
export const pathIn = (link: string): string => link.replace(/^#/, '');
export const push = (path: string): void => history.pushState(null, '', linkTo(path));

/** The address of a file of the page; without a name, of the page itself. */
export const fileAt = (name: string): string => `${import.meta.env.BASE_URL}${name}`;
