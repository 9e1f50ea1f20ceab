import { siteModel, toolModel } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { writeTypeDefs } from '../service/schema.ts'
import { aWorld } from '../testing/world.ts'

const ALL = '{ articleActions commentActions userActions productActions categoryActions }'

describe('C17.9 recipeActions', () => {
  it('are what the caller may do without a record', async () => {
    const world = aWorld()
    const [admin, ada, rob] = [
      await world.user('amy', 'ADMIN'),
      await world.user('ada', 'AUTHOR'),
      await world.user('rob'),
    ]
    const none = {
      articleActions: [],
      commentActions: [],
      userActions: [],
      productActions: [],
      categoryActions: [],
    }
    const create = ['create']
    expect((await world.run(ALL)).data).toEqual(none)
    expect((await world.run(ALL, rob)).data).toEqual({ ...none, commentActions: create })
    const ofAuthor = { ...none, articleActions: create, commentActions: create }
    expect((await world.run(ALL, ada)).data).toEqual(ofAuthor)
    const ofAdmin = Object.fromEntries(Object.keys(none).map((name) => [name, create]))
    expect((await world.run(ALL, admin)).data).toEqual(ofAdmin)
  })

  it('are there for each declared type with several records', () => {
    expect(writeTypeDefs(toolModel)).toContain('workshopActions: [String!]!')
    expect(writeTypeDefs(siteModel)).not.toContain('siteSettingsActions')
  })
})
