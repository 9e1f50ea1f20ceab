import type { User, UserId } from '@content-service/domain'
import type { ApiKey } from '@content-service/domain/api-keys'
import type { MemoryTables } from '@content-service/domain/testing'
import type { Account, ApiKeyFinder, CredentialStore } from '@content-service/identity'

const toAccount = ({ credentials, secondFactors }: MemoryTables, user: User): Account => ({
  user,
  passwordHash: credentials.get(user.id)?.hash ?? null,
  hasSecondFactor: (secondFactors.get(user.id)?.enabledAt ?? null) !== null,
})

export const createCredentialStore = (tables: MemoryTables): CredentialStore => ({
  findByLogin: async (login) => {
    const wanted = login.toLowerCase()
    const matches = ({ username, email }: User): boolean =>
      username.toLowerCase() === wanted || email.toLowerCase() === wanted
    const user = tables.users.find(matches)
    return user && toAccount(tables, user)
  },
  findById: async (id: UserId) => tables.users.get(id) ?? null,
  rehash: async (userId, current, hash) =>
    void tables.credentials.change({ userId, hash: current }, { hash }),
})

export const createApiKeyFinder = ({ apiKeys }: MemoryTables): ApiKeyFinder => {
  const toApiKey = ({ digest: _, ...key }: ApiKey & { readonly digest: string }): ApiKey => key
  return {
    findByDigest: async (digest) => {
      const found = apiKeys.find({ digest })
      return found && toApiKey(found)
    },
    recordUse: async (digest, lastUsedAt) => void apiKeys.change({ digest }, { lastUsedAt }),
  }
}
