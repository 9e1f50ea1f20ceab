import { storeContract } from '@content-service/domain/store-contract'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { openPglite, openPostgres } from './testing/databases.ts'
import { createStores } from './stores.ts'

for (const [name, open] of [
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)
  storeContract(name, async () => {
    const { database, close } = await open()
    return {
      stores: createStores(database.session(), TEST_AUDIT_CONTEXT),
      others: createStores(database.session(), TEST_AUDIT_CONTEXT),
      close,
    }
  })
