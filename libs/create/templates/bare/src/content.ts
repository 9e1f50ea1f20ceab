import { contentModel } from '@content-service/domain'
import type { ServiceOptions } from '@content-service/server'
import { AddRecipes } from './add-recipes.ts'
import { Recipe } from './recipe.ts'

/** Users and recipes: the model leaves out the other types of the service. */
const model = contentModel([Recipe], {
  without: ['Article', 'Comment', 'Product', 'Category'],
  roles: { TASTER: { inherits: ['READER'], about: 'Readers who approve recipes.' } },
})

/** The content types and their tables, for the server, the tests and all commands. */
export const content = { model, migrations: [AddRecipes] } satisfies ServiceOptions
