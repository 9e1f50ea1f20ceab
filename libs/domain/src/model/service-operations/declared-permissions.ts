import type { DeclaredResource, Rights } from '../../access/rights.ts'
import { isPlainObject } from '../../rules/is-object.ts'

type Shares = Rights[string]

/**
 * C16.5: the resources of the option `permissions`: `reports:run` is the action `run` of the resource `reports`, which has no
 * records. `checkServiceOperations` refuses the wrong forms.
 */
export const declarePermissions = (permissions: unknown): readonly DeclaredResource[] => {
  const entries = Object.entries(isPlainObject(permissions) ? permissions : {})
  const byResource = Map.groupBy(entries, ([permission]) => permission.split(':')[0] ?? '')
  return [...byResource].map(([name, declared]) => {
    const rights = declared.map(([permission, shares]): [string, Shares] => [
      permission.slice(name.length + 1),
      (isPlainObject(shares) ? shares : {}) as Shares,
    ])
    return {
      name,
      actions: rights.map(([action]) => action),
      rights: Object.fromEntries(rights),
      facts: {},
      owner: null,
    }
  })
}
