import type { ContentModel, Stores } from '@content-service/domain'
import { memoryStores, MemoryTables, recipeModel, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres } from './databases.ts'

/** The stores of recipes in one place, for tests that compare several places. */
export interface RecipeStores {
  /** The stores of a version of the model, on the same data. */
  readonly openModel: (model: ContentModel) => Stores
  close(): Promise<void>
}

const openMemory = async (): Promise<RecipeStores> => {
  const tables = new MemoryTables()
  return { openModel: (model) => memoryStores(tables, model), close: async () => undefined }
}

const openDatabase = (open: typeof openPglite) => async (): Promise<RecipeStores> => {
  const test = await open({ model: recipeModel })
  await migrateTypes(test.database, recipeModel)
  const openModel = (model: ContentModel) =>
    createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  return { openModel, close: () => test.close() }
}

/** The places of recipes, for `describe.each`. */
export const RECIPE_STORES = [
  ['memory', openMemory],
  ['PGlite', openDatabase(openPglite)],
  ['PostgreSQL', openDatabase(openPostgres)],
] as const
