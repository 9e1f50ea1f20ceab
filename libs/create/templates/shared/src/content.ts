import { builtInModel, contentModel, defaultPolicyFile, readPolicy } from '@content-service/domain'
import type { ServiceOptions } from '@content-service/server'
import { AddRecipes } from './add-recipes.ts'
import { Recipe } from './recipe.ts'

const model = contentModel([...builtInModel.types, Recipe])

/** The policy of the model, with a role for readers who approve recipes. */
const { resources, roles } = defaultPolicyFile(model)
const taster = { inherits: ['READER'], rules: [{ effect: 'allow', permissions: ['recipes:approve'] }] }
const { policy } = readPolicy(model, JSON.stringify({ resources, roles: { ...roles, TASTER: taster } }))

/** The content types, their tables and the policy, for the server, the tests and all commands. */
export const content = { model, policy, migrations: [AddRecipes] } satisfies ServiceOptions
