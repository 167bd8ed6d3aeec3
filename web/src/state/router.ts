/** Addresses of the page: paths, or fragments (`#/t/…`) on the static site, which any file server may host. */

/** Whether this build is the static site, which has no server of ours. */
export const STATIC_SITE = import.meta.env.MODE === 'static';

/** What a path shows. */
export type Route =
  | { readonly screen: 'lobby' | 'unknown' }
  | { readonly screen: 'lesson'; readonly game: string }
  /** `local`: the table is on this device, not on the server. */
  | { readonly screen: 'table'; readonly id: string; readonly local: boolean };

const LESSON = /^\/learn\/([\w.-]+)\/?$/;
const TABLE = /^\/(t|here)\/([A-Za-z0-9_-]{22})\/?$/;

export function routeOf(path: string): Route {
  const [, kind, id] = TABLE.exec(path) ?? [];
  const game = LESSON.exec(path)?.[1];
  if (id) return { screen: 'table', id, local: kind === 'here' };
  if (game) return { screen: 'lesson', game };
  return { screen: path === '/' ? 'lobby' : 'unknown' };
}

export const tablePath = (id: string, local?: boolean): string => `/${local ? 'here' : 't'}/${id}`;

export const currentPath = (): string => (STATIC_SITE ? location.hash.slice(1) || '/' : location.pathname);
export const hrefOf = (path: string): string => (STATIC_SITE ? `#${path}` : path);
export const pathOfHref = (href: string): string => href.replace(/^#/, '');
export const pushPath = (path: string): void => history.pushState(null, '', hrefOf(path));

/** The address of a file of the page; without a name, of the page itself. */
export const fileUrl = (name: string): string => `${import.meta.env.BASE_URL}${name}`;

/** The link to a table for others. A browser on the server's own machine uses the address the server gives. */
export function invitationTo(table: string, serverLink: string | undefined): string {
  const local = /^(localhost|127\.|\[::1\])/.test(location.host);
  return new URL(tablePath(table), (local && serverLink) || location.origin).href;
}
