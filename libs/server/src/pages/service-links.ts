import { EMAIL_PATH, OAUTH_PATHS } from '@content-service/identity'

/** An address of the service, for people who read `label` and programs that read `name`. */
interface ServiceLink {
  readonly name: string
  readonly path: string
  readonly label: string
  readonly about: string
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
    about: 'Enter the code from the mail that you got after a sign-up or a change of your address.',
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
    path: '/graphql/schema.graphql',
    label: 'GraphQL schema',
    about: 'All types and fields.',
  },
  {
    name: 'rest',
    path: '/api',
    label: 'REST interface',
    about: 'All addresses below this path take and give JSON.',
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
    about: 'Names the addresses where programs get tokens.',
  },
  {
    name: 'authzen',
    path: '/.well-known/authzen-configuration',
    label: 'AuthZEN metadata',
    about: 'Names the addresses where programs with audit:read ask the policy.',
  },
  { name: 'health', path: '/healthz', label: 'Liveness', about: 'Whether the process runs.' },
  { name: 'readiness', path: '/readyz', label: 'Readiness', about: 'Whether the service can do its work.' },
]

/** The links of the front page (C12.1), in sections. */
export const listLinks = ({ hasGraphiql }: { readonly hasGraphiql: boolean }) =>
  ({
    'Look around': hasGraphiql ? [GRAPHIQL, ...FOR_PEOPLE] : FOR_PEOPLE,
    'Your account': FOR_ACCOUNTS,
    'For programs': FOR_PROGRAMS,
  }) as const satisfies Readonly<Record<string, readonly ServiceLink[]>>

export type ServiceLinks = ReturnType<typeof listLinks>
