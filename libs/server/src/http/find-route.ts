import { FAVICON_PATH, OAUTH_PATHS } from '@content-service/identity'
import type { RestInterface } from '../composition/rest-interface.ts'

const FIXED: ReadonlySet<string> = new Set([
  '/',
  '/api',
  '/graphql',
  '/graphql/stream',
  '/graphql/schema.graphql',
  '/api/docs',
  '/api/errors',
  '/api/guides',
  '/api/openapi.json',
  '/account/password',
  '/account/password-reset',
  '/favicon.ico',
  FAVICON_PATH,
  '/healthz',
  '/readyz',
  '/metrics',
  ...Object.values(OAUTH_PATHS),
])

/** Folders with one route for all files. */
const FOLDERS: readonly (readonly [folder: string, template: string])[] = [
  ['/api/errors/', '/api/errors/:code'],
  ['/api/guides/', '/api/guides/:name'],
  ['/api/docs/assets/', '/api/docs/assets/:file'],
  ['/account/export/', '/account/export/:link'],
  ['/graphql/assets/', '/graphql/assets/:file'],
]

export type Templates = Pick<RestInterface, 'findTemplate'>

/**
 * The template of a path. The number of templates is bounded by the number of routes, and a template contains no ids or
 * other values from clients.
 */
export const findRoute = (path: string, { findTemplate }: Templates): string => {
  if (FIXED.has(path)) return path
  const [, template] = FOLDERS.find(([folder]) => path.startsWith(folder)) ?? []
  return template ?? findTemplate(path) ?? 'none'
}
