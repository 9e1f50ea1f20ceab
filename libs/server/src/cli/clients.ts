import { ContentError } from '@content-service/domain'
import {
  GRANT_TYPES,
  REGISTERED_CLIENTS,
  registerClient,
  removeClient,
  renewClientSecret,
  type OAuthClientRow,
  type ClientInput,
  type RegisteredClient,
} from '@content-service/domain/internal/clients'
import { timestamp } from '@content-service/domain/internal/rules'
import { secretMaker } from '@content-service/identity'
import { createCommand, type Action } from './actions.ts'
import { readRows, type OpenCommand } from './command.ts'
import { Misused, say } from './misused.ts'

const OPTIONS = {
  name: { type: 'string', help: 'the name that users see when the client asks them for access' },
  grant: { type: 'string', multiple: true, help: GRANT_TYPES.join(', ') },
  'redirect-uri': {
    type: 'string',
    multiple: true,
    help: 'a URL to which the service may send codes; the service compares it exactly',
  },
  scope: {
    type: 'string',
    multiple: true,
    help: 'a permission of the client when it acts for itself (client_credentials)',
  },
  public: {
    type: 'boolean',
    help: 'the client cannot keep a secret: an app on a phone, or a page in a browser',
  },
  json: { type: 'boolean', help: 'prints a JSON array instead of a line for each client' },
} as const

type ClientAction = Action<typeof OPTIONS>

const describeRegistration = ({ client, secret }: RegisteredClient): string =>
  `client_id       ${client.id}${secret === null ? '' : `\nclient_secret   ${secret}`}`

/** The option of each field of a client. */
const OPTION_OF = {
  name: 'name',
  grants: 'grant',
  redirectUris: 'redirect-uri',
  scopes: 'scope',
  public: 'public',
} as const satisfies Readonly<Record<keyof ClientInput, keyof typeof OPTIONS>>

const isMember = (name: unknown): name is keyof ClientInput => Object.hasOwn(OPTION_OF, String(name))

/** The refusal of a client, with the options of the command in the place of the members. */
const nameOptions = (error: unknown): unknown => {
  if (!(error instanceof ContentError) || error.problems.length === 0) return error
  const sentences = error.problems.map(({ path: [member], message }) =>
    isMember(member) ? `--${OPTION_OF[member]} ${message}.` : `${message}.`,
  )
  return new Misused(sentences.join('\n'), { cause: error })
}

const create: ClientAction = {
  usage: '--name NAME --grant GRANT … [--redirect-uri URL …] [--scope SCOPE …] [--public]',
  help: 'registers a client, and prints its id and its secret. No later command shows the secret. (add does the same)',
  options: ['name', 'grant', 'redirect-uri', 'scope', 'public'],
  run: ({ open, values }) =>
    open(async ({ settings, stores, composition }) => {
      const { policy } = composition.policyOf(settings.policyFile)
      const registered = await registerClient(
        { stores, policy, secrets: secretMaker, now: () => new Date() },
        {
          name: values.name ?? '',
          grants: values.grant ?? [],
          redirectUris: values['redirect-uri'] ?? [],
          scopes: values.scope ?? [],
          public: values.public ?? false,
        },
      ).catch((error: unknown) => {
        throw nameOptions(error)
      })
      say(describeRegistration(registered))
    }),
}

const SELECT = {
  fields: ['id', 'name', 'redirectUris', 'grants', 'scopes', 'isPublic', 'createdAt'],
} as const

const readClients = async (opened: OpenCommand): Promise<readonly OAuthClientRow[]> => {
  const clients: OAuthClientRow[] = []
  const query = { from: 'oauthClients', where: REGISTERED_CLIENTS, select: SELECT }
  for await (const client of readRows<OAuthClientRow>(opened, query)) clients.push(client)
  return clients
}

const describeClient = (client: OAuthClientRow): string => {
  const { id, name, grants, scopes, redirectUris, isPublic, createdAt } = client
  const kind = isPublic ? 'public' : 'confidential'
  const may = scopes.length === 0 ? 'no scopes' : scopes.join(' ')
  return `${id}  ${name}  ${kind}  ${grants.join(' ')}  ${may}  ${redirectUris.join(' ')}  registered ${timestamp(createdAt)}`
}

const toJson = ({ isPublic, createdAt, ...client }: OAuthClientRow): object => ({
  ...client,
  public: isPublic,
  createdAt: timestamp(createdAt),
})

const list: ClientAction = {
  usage: '[--json]',
  help: 'prints all OAuth clients without their secrets',
  options: ['json'],
  run: ({ open, values }) =>
    open(async (opened) => {
      const clients = await readClients(opened)
      if (values.json) say(JSON.stringify(clients.map(toJson)))
      else for (const client of clients) say(describeClient(client))
    }),
}

const rotate: ClientAction = {
  usage: 'CLIENT_ID',
  help: 'prints a new secret of a client, and ends the old secret at once. No later command shows the secret',
  run: ({ open, words: [id = ''] }) =>
    open(async ({ stores }) => {
      say(describeRegistration(await renewClientSecret({ stores, secrets: secretMaker }, id)))
      say('The old secret has ended. Store the new secret now. The service does not show it again.')
    }),
}

const revoke: ClientAction = {
  usage: 'CLIENT_ID',
  help: 'deletes a client and ends all its codes and tokens',
  run: ({ open, words: [id = ''] }) =>
    open(async ({ stores }) => {
      await removeClient({ stores }, id)
      say('The client is deleted. The service refuses its tokens within five seconds.')
    }),
}

export const command = createCommand({
  name: 'clients',
  options: OPTIONS,
  actions: { list, create, rotate, revoke },
  aliases: new Map([['add', 'create']]),
  notes: 'If you delete the client in OAUTH_CLIENT_ID, the service registers it again at the next start.',
})
