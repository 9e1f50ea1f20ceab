import type { ContentModel, RecordType } from '@content-service/domain'
import { groupThousands } from '@content-service/domain/internal/model'
import { checkRecords, hasRules, type BrokenRule, type Database } from '@content-service/persistence'
import { showProgress } from '../transfer/progress.ts'
import { say } from './misused.ts'

const describe = ({ name }: RecordType, { path, message, records, examples }: BrokenRule): string => {
  const place = path === '' ? name : `${name}.${path}`
  const count = records === 1 ? '1 record' : `${groupThousands(records)} records`
  return `${place}: ${count}: ${message} (${records > examples.length ? 'such as ' : ''}${examples.join(', ')})`
}

const WAY_OUT = `Readers still see these values, and a change of other fields keeps them. A change that sends such a value again is refused.
Relax the rules, or correct the records: by updates, or with SQL in a migration. Then run the command again.`

const AGREEMENT = 'All records keep the rules of the content types.'

/**
 * C17.10: compares all records with the limits and the checks of their types, and says how many break each rule. Returns the exit
 * code.
 */
export const checkData = async (database: Database, { types }: ContentModel): Promise<number> => {
  const checked = types.filter(hasRules)
  let broken = 0
  for (const [place, type] of checked.entries()) {
    const progress = showProgress(checked.length)
    let records = 0
    const rules = await checkRecords(database.session(), type, (batch) => {
      records += batch.records
      progress.update(place, `${type.plural}: ${groupThousands(records)} records`)
    })
    progress.finish()
    for (const rule of rules) say(describe(type, rule))
    broken += rules.length
  }
  say(broken === 0 ? AGREEMENT : WAY_OUT)
  return broken === 0 ? 0 : 1
}
