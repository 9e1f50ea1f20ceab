import { builtInModel, OPERATIONS } from '@content-service/domain'
import { expect, it } from 'vitest'
import { createRoutes, listServedOperations } from './routes.ts'

it('serves each operation of the table', () => {
  const served = listServedOperations(builtInModel)
  expect(Object.keys(OPERATIONS).filter((name) => !served.has(name))).toEqual([])
})

it('names only operations that the model has', () => {
  const names = createRoutes(builtInModel).flatMap(({ methods }) =>
    Object.values(methods).map(({ operation }) => operation),
  )
  expect(names.filter((name) => !builtInModel.hasOperation(name))).toEqual([])
})
