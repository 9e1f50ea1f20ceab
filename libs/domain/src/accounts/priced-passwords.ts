import { PRICES, type Quota } from '../quota.ts'
import type { PasswordKeeper } from '../users/user-store.ts'

/** C12.12: the keeper, which charges for each hash before it is made. */
export const pricedPasswords = (keeper: PasswordKeeper, quota: Quota): PasswordKeeper => ({
  problemWith: keeper.problemWith,
  hash: async (password) => {
    await quota.charge(PRICES.hashedPassword)
    return keeper.hash(password)
  },
  hashAll: async (passwords) => {
    await quota.charge(passwords.length * PRICES.hashedPassword)
    return keeper.hashAll(passwords)
  },
  isPasswordOf: async (user, password) => {
    await quota.charge(PRICES.hashedPassword)
    return keeper.isPasswordOf(user, password)
  },
})
