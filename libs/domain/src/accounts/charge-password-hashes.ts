import { PRICES, type Quota } from '../context/quota.ts'
import type { PasswordHasher } from '../users/user-store.ts'

/** C12.12: the hasher, which charges the quota for each hash before it computes the hash. */
export const chargePasswordHashes = (keeper: PasswordHasher, quota: Quota): PasswordHasher => ({
  findProblem: keeper.findProblem,
  hash: async (password) => {
    await quota.charge(PRICES.hashedPassword)
    return keeper.hash(password)
  },
  hashAll: async (passwords) => {
    await quota.charge(passwords.length * PRICES.hashedPassword)
    return keeper.hashAll(passwords)
  },
  verify: async (user, password) => {
    await quota.charge(PRICES.hashedPassword)
    return keeper.verify(user, password)
  },
})
