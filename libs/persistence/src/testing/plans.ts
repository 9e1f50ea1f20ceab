import console from 'node:console'
import { parseArgs } from 'node:util'
import { aContext, aUser, callerOf, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { startPostgres } from '../../../../tools/postgres/postgres.ts'
import { openDatabase } from '../database/orm.ts'
import { compareModel } from '../records/compare-tables.ts'
import { listStatements } from '../records/table-difference.ts'
import { createStores } from '../stores.ts'
import { fillLists, listedModel as model } from './listed-records.ts'
import { listPlans, writePlans } from './plans-of-model.ts'

const HELP = `Usage: npm run plans [-- --records N]

Fills a PostgreSQL of its own with records of each type, and prints how it finds the lists that an index serves, for
guests and for editors: the rows that it reads for a page of 20, the time, and the indexes.

  --records N   so many records of each type (default: 100000)
  --help        show this`

const TYPES = ['Meeting', 'Article', 'Comment', 'Product', 'User']

const printPlans = async (records: number): Promise<void> => {
  const postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url }, { model })
  try {
    await database.migrate()
    const em = database.session()
    for (const statement of listStatements((await compareModel(em, model)).differences))
      await em.execute(statement)
    await fillLists(em, records)
    const stores = createStores(em, TEST_AUDIT_CONTEXT, { model })
    const editor = callerOf(aUser('ed', 'EDITOR') as never)
    const callers = {
      guests: aContext({ model, stores }),
      editors: aContext({ model, stores, caller: editor }),
    }
    for (const [name, context] of Object.entries(callers))
      for (const type of TYPES.map(model.typeNamed)) {
        // The right of a guest to read public profiles asks for their content.
        if (name === 'guests' && type.name === 'User') continue
        const lines = await listPlans(em, context, { type, middle: records / 2 })
        console.log(`\n${type.name}, for ${name}\n${writePlans(lines)}`)
      }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

const { values } = parseArgs({
  options: { records: { type: 'string', default: '100000' }, help: { type: 'boolean' } },
})
if (values.help) console.log(HELP)
else await printPlans(Number(values.records))
