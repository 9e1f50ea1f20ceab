import type { MemoryTables } from '@content-service/domain/testing'
import type { ApiKeyFinder, CredentialStore } from '@content-service/identity'

export const createCredentialStore = (tables: MemoryTables): CredentialStore => ({
  findByLogin: async (login) => {
    const isLogin = (text: string): boolean => text.toLowerCase() === login.toLowerCase()
    const user = tables.users.find(({ username, email }) => isLogin(username) || isLogin(email))
    return (
      user && {
        user,
        passwordHash: tables.credentials.get(user.id)?.hash ?? null,
        hasSecondFactor: (tables.secondFactors.get(user.id)?.enabledAt ?? null) !== null,
      }
    )
  },
  findById: async (id) => tables.users.get(id) ?? null,
  rehash: async (userId, current, hash) =>
    void tables.credentials.change({ userId, hash: current }, { hash }),
})

export const createApiKeyFinder = ({ apiKeys }: MemoryTables): ApiKeyFinder => ({
  findByDigest: async (digest) => {
    const found = apiKeys.find({ digest })
    if (found === null) return null
    const { digest: _, ...key } = found
    return key
  },
  recordUse: async (digest, lastUsedAt) => void apiKeys.change({ digest }, { lastUsedAt }),
})
