import { afterAll, beforeAll, describe } from 'vitest'
import type { Stores } from '../context/context.ts'
import type { User } from '../users/user.ts'
import { anArticle, aUser } from './builders.ts'
import { accountsContract } from './contract/accounts-contract.ts'
import { apiKeysContract } from './contract/api-keys-contract.ts'
import { auditContract } from './contract/audit-contract.ts'
import { articlesContract } from './contract/articles-contract.ts'
import { clientsContract } from './contract/clients-contract.ts'
import { commentsContract } from './contract/comments-contract.ts'
import type { ContractWorld } from './contract/contract-world.ts'
import { deliveriesContract } from './contract/deliveries-contract.ts'
import { eventsContract } from './contract/events-contract.ts'
import { handlersContract } from './contract/handlers-contract.ts'
import { operationsContract } from './contract/operations-contract.ts'
import { idempotencyContract } from './contract/idempotency-contract.ts'
import { keysetContract } from './contract/keyset-contract.ts'
import { mailsContract } from './contract/mails-contract.ts'
import { personalDataContract } from './contract/personal-data-contract.ts'
import { recordsContract } from './contract/records-contract.ts'
import { readerContract } from './contract/reader-contract.ts'
import { searchContract } from './contract/search-contract.ts'
import { secondFactorsContract } from './contract/second-factors-contract.ts'
import { usersContract } from './contract/users-contract.ts'
import { webhooksContract } from './contract/webhooks-contract.ts'
import { Article } from '../articles/article.ts'

export { counterContract } from './contract/counters/counter-contract.ts'
export type { OpenCounters } from './contract/counters/counter-world.ts'
export { slugContract } from './contract/slugs/slug-contract.ts'
export type { OpenSlugs } from './contract/slugs/slug-world.ts'
export { scheduleContract } from './contract/schedules/schedule-contract.ts'
export type { OpenSchedules } from './contract/schedules/schedule-world.ts'
export { versionsContract, type OpenVersions } from './contract/versions-contract.ts'

export interface OpenStores {
  readonly stores: Stores
  /** A second session on the same data, such as the session of another request or process. */
  readonly others: Stores
  close(): Promise<void>
}

const CONTRACTS = [
  usersContract,
  articlesContract,
  commentsContract,
  eventsContract,
  deliveriesContract,
  handlersContract,
  recordsContract,
  readerContract,
  searchContract,
  secondFactorsContract,
  accountsContract,
  apiKeysContract,
  auditContract,
  idempotencyContract,
  operationsContract,
  mailsContract,
  personalDataContract,
  keysetContract,
  webhooksContract,
  clientsContract,
]

/** The contract of every implementation of the domain's stores. */
export const storeContract = (name: string, open: () => Promise<OpenStores>): void => {
  describe(`stores: ${name}`, () => {
    let opened: OpenStores
    let ada: User

    beforeAll(async () => {
      opened = await open()
      ada = await opened.stores.users.add(aUser('ada', 'AUTHOR'), 'a hash')
    })
    afterAll(() => opened.close())

    // The tests are declared before the stores are open, so that they read the members of `world` when they run.
    const world: ContractWorld = {
      get stores() {
        return opened.stores
      },
      get others() {
        return opened.others
      },
      get ada() {
        return ada
      },
      add: (title, more = {}) =>
        opened.stores.records(Article).add(anArticle(opened.stores, ada.id, { title, ...more })),
    }
    for (const contract of CONTRACTS) contract(world)
  })
}
