import { GRANT_TYPES, policyInForce, registerClient, type RegisteredClient } from '@content-service/domain'
import { secretMaker } from '@content-service/identity'
import { Misused, parsed, say, withDatabase, type Command } from './command.ts'

const OPTIONS = {
  name: { type: 'string' },
  grant: { type: 'string', multiple: true },
  'redirect-uri': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  public: { type: 'boolean' },
} as const

const told = ({ client, secret }: RegisteredClient): string =>
  `client_id       ${client.id}${secret === null ? '' : `\nclient_secret   ${secret}`}`

export const command: Command = {
  help: `Usage: content-service clients add --name NAME --grant GRANT … [--redirect-uri ADDRESS …] [--scope SCOPE …] [--public]

Registers an OAuth client, and prints its id and its secret, which is shown this once.

  --grant          ${GRANT_TYPES.join(', ')}
  --redirect-uri   where codes are sent; compared exactly
  --scope          what the client may do when it speaks for itself (client_credentials)
  --public         for a client that cannot keep a secret: an app on a phone, a page in a browser`,
  run: (args) => {
    const { values, positionals } = parsed(args, OPTIONS)
    if (positionals.join(' ') !== 'add')
      throw new Misused('Say add; content-service clients --help tells more.')
    const input = {
      name: values.name ?? '',
      grants: values.grant ?? [],
      redirectUris: values['redirect-uri'] ?? [],
      scopes: values.scope ?? [],
      public: values.public ?? false,
    }
    return withDatabase('clients', async ({ settings, stores }) => {
      const { policy } = policyInForce(settings.policyFile)
      const surroundings = { stores, policy, secrets: secretMaker, now: () => new Date() }
      say(told(await registerClient(surroundings, input)))
      return 0
    })
  },
}
