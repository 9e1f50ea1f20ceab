import type { ContentModel } from '@content-service/domain'
import {
  compareModel,
  listStatements,
  Migration,
  openDatabase,
  type TeamMigration,
} from '@content-service/persistence'

/** The migration that the service proposes for the model, from the database of the service without it. */
export const createFleetMigration = async (model: ContentModel, url: string): Promise<TeamMigration> => {
  const database = await openDatabase({ url }, { model })
  try {
    const { differences } = await compareModel(database.session(), model)
    const statements = listStatements(differences)
    return class AddFleet extends Migration {
      override name = '2026-11-30-add-fleet'

      override up(): void {
        for (const statement of statements) this.addSql(statement)
      }
    }
  } finally {
    await database.close()
  }
}
