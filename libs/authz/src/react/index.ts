import { type ReactElement, type ReactNode, createContext, createElement, useContext, useMemo } from 'react'
import { type Clock, type Packed, type PackedAbility, unpack } from '../pack/index.ts'
import type { Permissions } from '../engine/policy/policy.ts'

/**
 * Names your policy, so that the compiler knows its permissions and rows:
 * `declare module '@content-service/authz/react' { interface Register { permissions: PermissionsOfMyPolicy } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- your project adds its member
export interface Register {}

type Registered = Register extends { readonly permissions: infer M extends object } ? M : Permissions

const AbilityContext = createContext<PackedAbility<Registered> | null>(null)

export interface PermissionProviderProps {
  /** The packed permissions of the user; null while they load: then every permission is denied. */
  readonly packed: Packed | null
  /** `readClock()`, for conditions with `now()`. Make it once. */
  readonly clock?: Clock
  readonly children?: ReactNode
}

/**
 * Gives the permissions of a user to the components inside it. The server must still check them.
 * @throws {InvalidPolicy} for packed permissions that this version does not understand.
 */
export function PermissionProvider({ packed, clock, children }: PermissionProviderProps): ReactElement {
  const ability = useMemo(() => packed && unpack<Registered>(packed, clock && { clock }), [packed, clock])
  return createElement(AbilityContext.Provider, { value: ability }, children)
}

/**
 * Whether the user has the permission, for a row if you pass one, and for a field of the row if you name one. Without a
 * row, a permission with a condition is denied. Outside a PermissionProvider, every permission is denied.
 */
export function usePermission<P extends keyof Registered & string>(
  permission: P,
  row?: Registered[P] | null,
  field?: keyof Registered[P] & string,
): boolean {
  return useContext(AbilityContext)?.can(permission, row, field as never) ?? false
}

export interface CanProps<P extends keyof Registered & string> {
  readonly permission: P
  readonly on?: Registered[P] | null
  readonly field?: keyof Registered[P] & string
  /** Shown if the user has the permission. A function gets the answer in both cases. */
  readonly children?: ReactNode | ((isAllowed: boolean) => ReactNode)
  /** Shown if the user lacks the permission. */
  readonly otherwise?: ReactNode
}

/** Shows its children if the user has the permission: `<Can permission="articles:write" on={article}>…</Can>`. */
export function Can<P extends keyof Registered & string>({
  permission,
  on,
  field,
  children,
  otherwise = null,
}: CanProps<P>): ReactNode {
  const isAllowed = usePermission(permission, on, field)
  if (typeof children === 'function') return children(isAllowed)
  return isAllowed ? children : otherwise
}
