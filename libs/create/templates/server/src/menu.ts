import { where } from '@content-service/authz'
import { allOf, type Context, declareRecordList, listRows } from '@content-service/domain'
import { Recipe } from './recipe.ts'

const recipes = declareRecordList(Recipe)

const recipe = where<Recipe>()

/** The newest approved recipes that the caller may read. */
export const readMenu = async (context: Context) => {
  const approved: typeof recipes = {
    ...recipes,
    list: async (...given) => {
      const listing = await recipes.list(...given)
      return { ...listing, where: allOf(listing.where, recipe.status.eq('APPROVED')) }
    },
  }
  const part = { filters: {}, window: { limit: 20, offset: 0 } }
  const rows = await listRows(context, approved, part, { fields: ['title', 'minutes'] })
  return rows.map(({ title, minutes }) => ({ title, minutes }))
}
