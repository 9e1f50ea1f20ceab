import { EMAIL_PATH, FAVICON_PATH, OAUTH_PATHS, PASSWORD_RESET_PATH } from '@content-service/identity'
import { STUDIO_PATHS } from '../composition/compose-studio.ts'

/** A page or an endpoint for people, operators and OAuth, which Express serves. */
export type Page =
  | 'favicon'
  | 'home'
  | 'readiness'
  | 'metrics'
  | 'graphiql asset'
  | 'schema'
  | 'errors'
  | 'error'
  | 'guides'
  | 'guide'
  | 'openapi'
  | 'docs'
  | 'docs asset'
  | 'authzen discovery'
  | 'authzen question'
  | 'oauth'
  | 'export'
  | 'password'
  | 'password reset'
  | 'email'
  | 'studio'
  | 'studio asset'
  | 'studio sign-in'
  | 'studio signed-in'
  | 'studio token'
  | 'studio sign-out'
  | 'nothing'

/** Paths of the service, and what holds for their requests. */
export interface Route {
  /** `:name` stands for one segment, and `*` for all that follow. */
  readonly template: string
  readonly answeredBy: 'liveness' | 'graphql' | 'stream' | 'rest' | Page
  /** C6.4: OPTIONS names these methods, and others are refused; absent if who answers decides. */
  readonly methods?: readonly string[]
  /** C9.1: the request counts in the quota of its sender before it is answered. */
  readonly isCounted?: true
  /** C10.2: scripts of other origins may use the paths. */
  readonly isForOrigins?: true
}

const READ = { methods: ['GET', 'HEAD'] } as const
const DATA = { isCounted: true, isForOrigins: true } as const
const PUBLIC = { ...DATA, ...READ } as const
const OAUTH = { answeredBy: 'oauth', isForOrigins: true } as const
const { authorize, ...endpoints } = OAUTH_PATHS

/** The first row whose template matches holds. A row with `*` has the paths of an area that no row before it has. */
export const ROUTES: readonly Route[] = [
  { template: '/graphql', answeredBy: 'graphql', ...DATA },
  { template: '/graphql/stream', answeredBy: 'stream', ...DATA },
  { template: '/healthz', answeredBy: 'liveness', ...READ },
  { template: '/', answeredBy: 'home', ...READ },
  { template: '/readyz', answeredBy: 'readiness', ...READ },
  { template: '/metrics', answeredBy: 'metrics', ...READ },
  { template: FAVICON_PATH, answeredBy: 'favicon', ...READ },
  { template: '/favicon.ico', answeredBy: 'favicon', ...READ },
  { template: '/graphql/schema.graphql', answeredBy: 'schema', ...PUBLIC },
  { template: '/graphql/assets/:file', answeredBy: 'graphiql asset', ...PUBLIC },
  { template: '/graphql/*', answeredBy: 'nothing', ...DATA },
  { template: '/api', answeredBy: 'home', ...PUBLIC },
  { template: '/api/openapi.json', answeredBy: 'openapi', ...PUBLIC },
  { template: '/api/docs', answeredBy: 'docs', ...PUBLIC },
  { template: '/api/docs/assets/:file', answeredBy: 'docs asset', ...PUBLIC },
  { template: '/api/errors', answeredBy: 'errors', ...PUBLIC },
  { template: '/api/errors/:code', answeredBy: 'error', ...PUBLIC },
  { template: '/api/guides', answeredBy: 'guides', ...PUBLIC },
  { template: '/api/guides/:name', answeredBy: 'guide', ...PUBLIC },
  { template: '/api/*', answeredBy: 'rest', ...DATA },
  {
    template: '/.well-known/authzen-configuration',
    answeredBy: 'authzen discovery',
    isCounted: true,
    ...READ,
  },
  { template: '/access/v1/*', answeredBy: 'authzen question', isCounted: true, methods: ['POST'] },
  { template: '/access', answeredBy: 'nothing', isCounted: true },
  { template: '/access/*', answeredBy: 'nothing', isCounted: true },
  // RFC 9700 §2.6: no script may read the pages of authorization.
  { template: authorize, answeredBy: 'oauth' },
  { template: `${authorize}/*`, answeredBy: 'oauth' },
  ...Object.values(endpoints).map((template) => ({ template, ...OAUTH })),
  { template: '/oauth', ...OAUTH },
  { template: '/oauth/*', ...OAUTH },
  { template: '/.well-known/oauth-authorization-server/*', ...OAUTH },
  { template: '/account/password', answeredBy: 'password' },
  { template: PASSWORD_RESET_PATH, answeredBy: 'password reset' },
  { template: EMAIL_PATH, answeredBy: 'email' },
  { template: '/account/export/:link', answeredBy: 'export', ...READ },
  // The files of the studio do not count, as those of the front page: many people can have one address. Its other handlers count.
  { template: STUDIO_PATHS.page, answeredBy: 'studio', ...READ },
  { template: STUDIO_PATHS.signIn, answeredBy: 'studio sign-in', ...READ },
  { template: STUDIO_PATHS.signedIn, answeredBy: 'studio signed-in', ...READ },
  { template: STUDIO_PATHS.token, answeredBy: 'studio token', methods: ['POST'] },
  { template: STUDIO_PATHS.signOut, answeredBy: 'studio sign-out', methods: ['POST'] },
  { template: `${STUDIO_PATHS.page}/assets/*`, answeredBy: 'studio asset', ...READ },
  { template: `${STUDIO_PATHS.page}/*`, answeredBy: 'studio', ...READ },
]

const NO_ROUTE: Route = { template: '', answeredBy: 'nothing' }

/** As Express reads a path: letter case and a slash at the end make no difference. */
const toPattern = (template: string): RegExp =>
  new RegExp(
    `^(?=/)${template
      .replaceAll('.', String.raw`\.`)
      .replace(/:\w+/, '[^/]+')
      .replace('*', '.*')
      .replace(/\/$/, '')}/?$`,
    'i',
  )

const PATTERNS = ROUTES.map((route) => ({ route, pattern: toPattern(route.template) }))

export const findRoute = (path: string): Route =>
  PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? NO_ROUTE

/** Whether the row has the paths of an area instead of one path with its variables. */
export const isArea = ({ template }: Route): boolean => template.endsWith('*') || template === ''
