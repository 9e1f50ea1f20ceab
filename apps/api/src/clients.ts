import { parseArgs } from 'node:util'
import {
  failureText,
  GRANT_TYPES,
  OperatorError,
  policyInForce,
  registerClient,
  serviceAct,
  type ClientInput,
  type RegisteredClient,
} from '@content-service/domain'
import { secretMaker } from '@content-service/identity'
import { createStores } from '@content-service/persistence'
import { readSettings } from './config.ts'
import { openConfiguredDatabase } from './database.ts'

const HELP = `Usage: npm run clients -- add --name NAME --grant GRANT … [--redirect-uri ADDRESS …] [--scope SCOPE …] [--public]

Registers an OAuth client, and prints its id and its secret, which is shown this once.

  --grant          ${GRANT_TYPES.join(', ')}
  --redirect-uri   where codes are sent; compared exactly
  --scope          what the client may do when it speaks for itself (client_credentials)
  --public         for a client that cannot keep a secret: an app on a phone, a page in a browser

The database is that of the settings (see npm start -- --help). An embedded one must not be in use.
`

const OPTIONS = {
  name: { type: 'string' },
  grant: { type: 'string', multiple: true },
  'redirect-uri': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  public: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** What is asked for; null for help. @throws OperatorError for an option that there is not. */
const asked = (): ClientInput | null => {
  const { values, positionals } = parsed()
  if (values.help || positionals.join(' ') !== 'add') return null
  return {
    name: values.name ?? '',
    grants: values.grant ?? [],
    redirectUris: values['redirect-uri'] ?? [],
    scopes: values.scope ?? [],
    public: values.public ?? false,
  }
}

const parsed = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new OperatorError((error as Error).message, { cause: error })
  }
}

const register = async (input: ClientInput): Promise<RegisteredClient> => {
  const settings = readSettings(process.env)
  const { policy } = policyInForce(settings.policyFile)
  const opened = await openConfiguredDatabase(settings)
  try {
    const stores = createStores(opened.database.session(), serviceAct('clients', new Date()))
    return await registerClient({ stores, policy, secrets: secretMaker, now: () => new Date() }, input)
  } finally {
    await opened.close()
  }
}

const told = ({ client, secret }: RegisteredClient): string =>
  `client_id       ${client.id}\n${secret === null ? '' : `client_secret   ${secret}\n`}`

const main = async (): Promise<string> => {
  const input = asked()
  return input === null ? HELP : told(await register(input))
}

main().then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 1
  },
)
