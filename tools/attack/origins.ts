import { AttackArgumentError } from './arguments.ts'
import type { Account, AttackedService } from './attacked-service.ts'

type Headers = Readonly<Record<string, string>>

const ADDRESSES = 20
const KEYS = 50
const SCOPES = ['articles:read', 'users:read', 'topics:read', 'entries:read']

/** The header of a client behind the proxy that the service trusts. RFC 5737 keeps these addresses for examples. */
export const comeFrom = (address: string): Headers => ({ 'x-forwarded-for': address })

const KEYS_ADDRESS = comeFrom('198.51.100.250')

const createKey = async ({ url }: AttackedService, owner: Account, number: number): Promise<Headers> => {
  const response = await fetch(`${url}/api/api-keys`, {
    method: 'POST',
    headers: { ...owner.headers, ...KEYS_ADDRESS, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Key ${number}`, scopes: SCOPES }),
  })
  const body = (await response.json()) as { readonly key?: string }
  if (body.key === undefined) throw new Error(`The key was refused: ${JSON.stringify(body)}`)
  return { ...KEYS_ADDRESS, 'x-api-key': body.key }
}

const createKeys = async (service: AttackedService): Promise<readonly Headers[]> => {
  const owner = await service.addAccount('READER')
  const keys: Headers[] = []
  for (let number = 0; number < KEYS; number += 1) keys.push(await createKey(service, owner, number))
  return keys
}

/** By the word of an option: the headers from which requests come. */
const ORIGINS = {
  addresses: async () =>
    Array.from({ length: ADDRESSES }, (_, number) => comeFrom(`198.51.100.${number + 1}`)),
  keys: createKeys,
  user: async (service) => [{ ...(await service.addAccount('READER')).headers, ...KEYS_ADDRESS }],
} as const satisfies Readonly<Record<string, (service: AttackedService) => Promise<readonly Headers[]>>>

const isOrigin = (name: string): name is keyof typeof ORIGINS => Object.hasOwn(ORIGINS, name)

/** @throws AttackArgumentError if there are no such origins. */
export const createOrigins = async (service: AttackedService, name: string): Promise<readonly Headers[]> => {
  if (isOrigin(name)) return ORIGINS[name](service)
  throw new AttackArgumentError(`--from must be ${Object.keys(ORIGINS).join(', ')}, not "${name}".`)
}
