import { builtInModel, contentModel } from '@content-service/domain'
import type { ServiceOptions } from '@content-service/server'
import { AddRecipes } from './add-recipes.ts'
import { Recipe } from './recipe.ts'

const model = contentModel([...builtInModel.types, Recipe], {
  roles: { TASTER: { inherits: ['READER'], about: 'Readers who approve recipes.' } },
})

/** The content types and their tables, for the server, the tests and all commands. */
export const content = { model, migrations: [AddRecipes] } satisfies ServiceOptions
