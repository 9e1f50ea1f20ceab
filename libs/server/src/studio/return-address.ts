import { STUDIO_PATHS } from '../composition/compose-studio.ts'
import { findRoute } from '../http/routes.ts'

/** The cookie that carries the address has at most 4 KB in browsers. */
const LONGEST = 1_000

/** Browsers read a backslash as a slash, and drop tabs and line breaks. */
const MISLEADING = /[\\\p{Cc}]/u

const ORIGIN = 'http://studio.invalid'

/** Whether the path is one of the page: a sign-in that returned to a sign-in would never end. */
const isPage = (pathname: string): boolean =>
  (pathname === STUDIO_PATHS.page || pathname.startsWith(`${STUDIO_PATHS.page}/`)) &&
  findRoute(pathname).answeredBy === 'studio'

/**
 * C20.2: where a sign-in leads: an address of the page below `/studio`, with its query and fragment. Anything else is
 * `/studio`. The address is parsed as browsers do, so that `/studio/../oauth` is not below `/studio`.
 */
export const acceptReturnAddress = (given: string | null): string => {
  if (given === null || given.length > LONGEST || !/^\/(?!\/)/.test(given) || MISLEADING.test(given))
    return STUDIO_PATHS.page
  const url = URL.parse(given, ORIGIN)
  if (url === null || url.origin !== ORIGIN || !isPage(url.pathname)) return STUDIO_PATHS.page
  return url.pathname + url.search + url.hash
}
