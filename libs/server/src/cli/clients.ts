import { and } from '@content-service/authz'
import {
  GRANT_TYPES,
  NEWEST,
  registerClient,
  removeClient,
  renewClientSecret,
  timestamp,
  type OAuthClientRow,
  type RegisteredClient,
  type Row,
} from '@content-service/domain'
import { secretMaker } from '@content-service/identity'
import { Misused, parsed, say, withDatabase, type Command, type Opened } from './command.ts'

const OPTIONS = {
  name: { type: 'string' },
  grant: { type: 'string', multiple: true },
  'redirect-uri': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  public: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parsed<typeof OPTIONS>>['values']
type Work = (opened: Opened) => Promise<void>

const FIELDS = ['id', 'name', 'redirectUris', 'grants', 'scopes', 'isPublic', 'createdAt'] as const
const AT_ONCE = 500

const told = ({ client, secret }: RegisteredClient): string =>
  `client_id       ${client.id}${secret === null ? '' : `\nclient_secret   ${secret}`}`

const create =
  (values: Values): Work =>
  async ({ settings, stores, composition }) => {
    const { policy } = composition.policyOf(settings.policyFile)
    const surroundings = { stores, policy, secrets: secretMaker, now: () => new Date() }
    const input = {
      name: values.name ?? '',
      grants: values.grant ?? [],
      redirectUris: values['redirect-uri'] ?? [],
      scopes: values.scope ?? [],
      public: values.public ?? false,
    }
    say(told(await registerClient(surroundings, input)))
  }

/** The reader returns exactly the fields it was asked for. */
const asClient = (row: Row): OAuthClientRow => row as unknown as OAuthClientRow

async function* allClients({ stores }: Opened): AsyncGenerator<OAuthClientRow, void, undefined> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const window = { limit: AT_ONCE, offset }
    const select = { fields: FIELDS }
    const rows = await stores.reader.find({
      from: 'oauthClients',
      where: and(),
      orderBy: NEWEST,
      window,
      select,
    })
    yield* rows.map(asClient)
    if (rows.length < AT_ONCE) return
  }
}

const line = ({ id, name, grants, scopes, redirectUris, isPublic, createdAt }: OAuthClientRow): string => {
  const kind = isPublic ? 'public' : 'confidential'
  const may = scopes.length === 0 ? 'no scopes' : scopes.join(' ')
  return `${id}  ${name}  ${kind}  ${grants.join(' ')}  ${may}  ${redirectUris.join(' ')}  registered ${timestamp(createdAt)}`
}

const record = ({ isPublic, createdAt, ...client }: OAuthClientRow): object => ({
  ...client,
  public: isPublic,
  createdAt: timestamp(createdAt),
})

const list =
  ({ json }: Values): Work =>
  async (opened) => {
    const clients: OAuthClientRow[] = []
    for await (const client of allClients(opened)) clients.push(client)
    if (json) say(JSON.stringify(clients.map(record)))
    else for (const client of clients) say(line(client))
  }

const rotate =
  (id: string): Work =>
  async ({ stores }) => {
    say(told(await renewClientSecret({ stores, secrets: secretMaker }, id)))
    say('The old secret has ended. Store the new secret now. The service does not show it again.')
  }

const revoke =
  (id: string): Work =>
  async ({ stores }) => {
    await removeClient({ stores }, id)
    say('The client is deleted. The service refuses its tokens within five seconds.')
  }

const REGISTRATION = ['name', 'grant', 'redirect-uri', 'scope', 'public'] as const

/** What each action takes: its options, and whether the id of a client. `add` is the earlier name of `create`. */
const ACTIONS = {
  list: { options: ['json'], work: list },
  create: { options: REGISTRATION, work: create },
  add: { options: REGISTRATION, work: create },
  rotate: { options: [], workOn: rotate },
  revoke: { options: [], workOn: revoke },
} as const satisfies Readonly<
  Record<
    string,
    { readonly options: readonly string[] } & (
      { readonly work: (values: Values) => Work } | { readonly workOn: (id: string) => Work }
    )
  >
>

const isAction = (name: string): name is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, name)

/** @throws Misused. */
const workFor = ([name = '', ...words]: readonly string[], values: Values): Work => {
  if (!isAction(name))
    throw new Misused(
      'Give an action: list, create, rotate or revoke. To see the details, run content-service clients --help',
    )
  const action = ACTIONS[name]
  const options: readonly string[] = action.options
  const other = Object.keys(values).find((given) => !options.includes(given))
  if (other !== undefined)
    throw new Misused(
      `The command clients ${name} has no option --${other}. To see the options, run content-service clients --help`,
    )
  const [id] = words
  const takesId = 'workOn' in action
  if (words.length !== (takesId ? 1 : 0) || (takesId && !id))
    throw new Misused(
      takesId
        ? `Give one client: content-service clients ${name} CLIENT_ID`
        : `The command clients ${name} takes only options. To see the options, run content-service clients --help`,
    )
  return takesId ? action.workOn(id as string) : action.work(values)
}

export const command: Command = {
  help: `Usage: content-service clients list [--json]
       content-service clients create --name NAME --grant GRANT … [--redirect-uri ADDRESS …] [--scope SCOPE …] [--public]
       content-service clients rotate CLIENT_ID
       content-service clients revoke CLIENT_ID

  list             prints all OAuth clients without their secrets: one line per client, or a JSON array with --json
  create           registers a client, and prints its id and its secret. No later command shows the secret. (add does the same)
    --name           the name that users see when the client asks them for access
    --grant          ${GRANT_TYPES.join(', ')}
    --redirect-uri   an address to which the service may send codes; the service compares it exactly
    --scope          a permission of the client when it acts for itself (client_credentials)
    --public         the client cannot keep a secret: an app on a phone, or a page in a browser
  rotate           prints a new secret of a client, and ends the old secret at once. No later command shows the secret
  revoke           deletes a client and ends all its codes and tokens

If you delete the client in OAUTH_CLIENT_ID, the service registers it again at the next start.`,
  run: (args, composition) => {
    const { values, positionals } = parsed(args, OPTIONS)
    const work = workFor(positionals, values)
    return withDatabase('clients', composition, (opened) => work(opened).then(() => 0))
  },
}
