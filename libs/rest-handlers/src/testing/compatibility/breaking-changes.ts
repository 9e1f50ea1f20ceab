import type { OpenApiDocument } from '../../openapi/document.ts'
import type { Operation, PathItem } from '../../openapi/operations.ts'
import { createResolver } from '../references.ts'
import { inParameters, operationBreaks, type Both } from './operation-breaks.ts'
import type { Sides } from './schema-breaks.ts'

const listOperations = ({ parameters: _, ...operations }: PathItem): Readonly<Record<string, Operation>> =>
  operations

const inPath = ({ at, before, after }: Both<PathItem>, sides: Sides): readonly string[] => {
  const next = listOperations(after)
  const variables = { at, before: before.parameters ?? [], after: after.parameters ?? [] }
  const inOperations = Object.entries(listOperations(before)).flatMap(([method, operation]) => {
    const place = `${method.toUpperCase()} ${at}`
    const other = next[method]
    if (other === undefined) return [`${place} is gone`]
    return operationBreaks({ at: place, before: operation, after: other }, sides)
  })
  return [...inParameters(variables, sides), ...inOperations]
}

/** The changes that break a client of the earlier document; additions do not (C6.11). */
export const breakingChanges = (released: OpenApiDocument, next: OpenApiDocument): readonly string[] => {
  const sides = { before: createResolver(released), after: createResolver(next) }
  return Object.entries(released.paths).flatMap(([at, before]) => {
    const after = next.paths[at]
    return after === undefined ? [`${at} is gone`] : inPath({ at, before, after }, sides)
  })
}
