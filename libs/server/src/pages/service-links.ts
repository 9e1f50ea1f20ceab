import { EMAIL_PATH, OAUTH_PATHS } from '@content-service/identity'

/** A path of the service, for people who read `label` and programs that read `name`. */
interface ServiceLink {
  readonly name: string
  readonly path: string
  readonly label: string
  readonly about: string
}

const SCHEMA_PATH = '/graphql/schema.graphql'

const STUDIO: ServiceLink = {
  name: 'studio',
  path: '/studio',
  label: 'Studio',
  about: 'Find, read, write and publish content.',
}

const GRAPHIQL: ServiceLink = {
  name: 'graphiql',
  path: '/graphql',
  label: 'GraphiQL',
  about: 'Write GraphQL queries in your browser and run them. It opens with examples.',
}

const FOR_PEOPLE: readonly ServiceLink[] = [
  {
    name: 'restReference',
    path: '/api/docs',
    label: 'REST reference',
    about: 'Read about each REST operation and try it.',
  },
  { name: 'guides', path: '/api/guides', label: 'Guides', about: 'Read how to use and operate the service.' },
  {
    name: 'errors',
    path: '/api/errors',
    label: 'Error codes',
    about: 'Read what an error means and what to do.',
  },
]

const FOR_ACCOUNTS: readonly ServiceLink[] = [
  {
    name: 'passwordReset',
    path: '/account/password-reset',
    label: 'Forgot your password?',
    about: 'Get a code by mail for a new password.',
  },
  {
    name: 'password',
    path: '/account/password',
    label: 'Enter a code from a mail',
    about: 'Choose a password after an invitation or a forgotten password.',
  },
  {
    name: 'email',
    path: EMAIL_PATH,
    label: 'Confirm an email address',
    about: 'Enter the code from the mail that you got after a sign-up or a change of your email address.',
  },
  {
    name: 'access',
    path: OAUTH_PATHS.access,
    label: 'Sign out, and withdraw access',
    about: 'See who is signed in on the sign-in pages, and which applications have access to your account.',
  },
]

const FOR_PROGRAMS: readonly ServiceLink[] = [
  { name: 'graphql', path: '/graphql', label: 'GraphQL endpoint', about: 'Takes POST, and GET for queries.' },
  {
    name: 'schema',
    path: SCHEMA_PATH,
    label: 'GraphQL schema',
    about: 'All types and fields.',
  },
  {
    name: 'rest',
    path: '/api',
    label: 'REST interface',
    about: 'Takes and gives JSON at all paths below it.',
  },
  {
    name: 'openapi',
    path: '/api/openapi.json',
    label: 'OpenAPI document',
    about: 'Describes the REST interface.',
  },
  {
    name: 'authorizationServer',
    path: OAUTH_PATHS.metadata,
    label: 'OAuth metadata',
    about: 'Names the URLs where programs get tokens.',
  },
  {
    name: 'authzen',
    path: '/.well-known/authzen-configuration',
    label: 'AuthZEN metadata',
    about: 'Names the URLs where programs with audit:read ask the policy.',
  },
  { name: 'health', path: '/healthz', label: 'Liveness', about: 'Whether the process runs.' },
  { name: 'readiness', path: '/readyz', label: 'Readiness', about: 'Whether the service can do its work.' },
]

/** What a service can be without. */
interface Offered {
  readonly hasGraphiql: boolean
  readonly studio: object | null
}

/** The links of the front page (C12.1), in sections. */
export const listLinks = ({ hasGraphiql, studio }: Offered) =>
  ({
    'Look around': [...(studio ? [STUDIO] : []), ...(hasGraphiql ? [GRAPHIQL] : []), ...FOR_PEOPLE],
    'Your account': FOR_ACCOUNTS,
    'For programs': FOR_PROGRAMS,
  }) as const satisfies Readonly<Record<string, readonly ServiceLink[]>>

const FRONT_PAGE = {
  path: '/',
  label: 'Front page',
  about: 'See whether the service is ready, and all that it offers.',
}
const SCHEMA = {
  path: SCHEMA_PATH,
  label: 'GraphQL',
  about: 'Send queries to /graphql. This is their schema.',
}

type Place = Omit<ServiceLink, 'name'>

/** Where a person finds GraphQL, REST, the guides, the error codes and the front page. */
export const listPlaces = ({ hasGraphiql }: { readonly hasGraphiql: boolean }): readonly Place[] => [
  hasGraphiql ? { ...GRAPHIQL, label: 'GraphQL' } : SCHEMA,
  ...FOR_PEOPLE,
  FRONT_PAGE,
]

/** An item of a list in HTML. */
export const listLink = ({ path, label, about }: Place): string =>
  `<li><a href="${path}">${label}</a>: ${about}</li>`

export type ServiceLinks = ReturnType<typeof listLinks>
