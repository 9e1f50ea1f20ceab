import {
  counterContract,
  scheduleContract,
  slugContract,
  storeContract,
  versionsContract,
} from '@content-service/domain/store-contract'
import {
  fairModel,
  nextFairModel,
  noticeModel,
  pamphletModel,
  songModel,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { migrateTypes, openPglite, openPostgres } from './testing/databases.ts'
import { createStores } from './stores.ts'

for (const [name, open] of [
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const) {
  storeContract(name, async () => {
    const { database, close } = await open()
    return {
      stores: createStores(database.session(), TEST_AUDIT_CONTEXT),
      others: createStores(database.session(), TEST_AUDIT_CONTEXT),
      close,
    }
  })

  scheduleContract(name, async () => {
    const { database, close } = await open()
    await migrateTypes(database, noticeModel)
    const openStores = () => createStores(database.session(), TEST_AUDIT_CONTEXT, { model: noticeModel })
    return { stores: openStores(), others: openStores(), close }
  })

  counterContract(name, async () => {
    const { database, close } = await open()
    await migrateTypes(database, songModel)
    const openStores = () => createStores(database.session(), TEST_AUDIT_CONTEXT, { model: songModel })
    return { stores: openStores(), others: openStores(), close }
  })

  slugContract(name, async () => {
    const { database, close } = await open()
    await migrateTypes(database, pamphletModel)
    const openStores = () => createStores(database.session(), TEST_AUDIT_CONTEXT, { model: pamphletModel })
    return { stores: openStores(), others: openStores(), close }
  })

  versionsContract(name, async () => {
    const { database, close } = await open()
    for (const model of [fairModel, nextFairModel]) await migrateTypes(database, model)
    const [earlier, later] = [fairModel, nextFairModel].map((model) =>
      createStores(database.session(), TEST_AUDIT_CONTEXT, { model }),
    )
    if (!earlier || !later) throw new Error('There are stores of each version.')
    return { earlier, later, close }
  })
}
