import { type ContentModel } from '@content-service/domain'
import { OperatorError } from '@content-service/domain/rules'
import { compareModel, type Database } from '@content-service/persistence'

/** The tables differ from the content types. */
class WrongTables extends OperatorError {
  override readonly name = 'WrongTables'

  constructor(problems: readonly string[]) {
    super(
      `The database does not have the tables that the content types need:\n  ${problems.join('\n  ')}\n` +
        'To write the migration, run npx content-service types migration NAME --out FILE',
    )
  }
}

/** Compares the tables of the declared types with their declarations. @throws OperatorError with all problems. */
export const checkTables = async (database: Database, model: ContentModel): Promise<void> => {
  const { differences } = await compareModel(database.session(), model)
  const problems = differences.filter(({ preventsStart }) => preventsStart)
  if (problems.length > 0) throw new WrongTables(problems.map(({ message }) => message))
}
