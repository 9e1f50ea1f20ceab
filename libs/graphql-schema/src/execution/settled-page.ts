import { isObject } from '@content-service/domain/internal/rules'
import type { Connection } from '@content-service/domain/internal/reading'
import { getArgumentValues, getNamedType, isObjectType, type GraphQLResolveInfo } from 'graphql'
import { readCountedField } from '../lists/connection-fields.ts'
import { findNodes } from '../reading/collected-fields.ts'
import { isSelected } from '../reading/connections.ts'

const isPage = (value: unknown): value is Connection =>
  isObject(value) && typeof value['totalCount'] === 'function'

/** Runs the work, and returns the function that gives its result or throws its error. */
const settle = async <Result>(work: () => Result | Promise<Result>): Promise<() => Result> => {
  try {
    const result = await work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** The fields by whose values the document counts the list. */
const listCountedFields = (info: GraphQLResolveInfo): readonly string[] => {
  const type = getNamedType(info.returnType)
  const counts = isObjectType(type) ? type.getFields()['counts'] : undefined
  if (counts === undefined) return []
  const nodes = findNodes(['counts'], type, info.fieldNodes, info)
  const named = nodes.map((node) => readCountedField(getArgumentValues(counts, node, info.variableValues)))
  return [...new Set(named)]
}

/** A page counts its list when it is asked: it counts what the document selects, so that the page can be written at once. */
export const settlePage = async (value: unknown, info: GraphQLResolveInfo): Promise<unknown> => {
  if (!isPage(value)) return value
  const { totalCount, countBy } = value
  const fields = listCountedFields(info)
  const [total, counts] = await Promise.all([
    isSelected(['totalCount'], info) ? settle(totalCount) : totalCount,
    Promise.all(fields.map((by) => settle(() => countBy?.(by)))),
  ])
  return { ...value, totalCount: total, countBy: (by: string) => counts[fields.indexOf(by)]?.() }
}
