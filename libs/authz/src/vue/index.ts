import {
  type ComputedRef,
  type InjectionKey,
  type MaybeRefOrGetter,
  type PropType,
  type SlotsType,
  computed,
  defineComponent,
  inject,
  provide,
  toValue,
} from 'vue'
import { type Clock, type Packed, type PackedAbility, unpack } from '../pack/index.ts'
import type { Permissions } from '../engine/policy/policy.ts'

/**
 * Names your policy, so that the compiler knows its permissions and rows:
 * `declare module '@content-service/authz/vue' { interface Register { permissions: PermissionsOfMyPolicy } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- your project adds its member
export interface Register {}

type Registered = Register extends { readonly permissions: infer M extends object } ? M : Permissions
type Permission = keyof Registered & string
type Ability = PackedAbility<Registered> | null

/** A global symbol, so that two copies of this module share it. */
const ABILITY: InjectionKey<ComputedRef<Ability>> = Symbol.for('@content-service/authz/vue')

export interface ProvideOptions {
  /** `readClock()`, for conditions with `now()`. A component asks it when its permissions or its row change. */
  readonly clock?: Clock
}

/**
 * Gives the permissions of a user to the components inside the one that calls it in `setup`. They are null while they load:
 * then every permission is denied. The server must still check them.
 * @throws {InvalidPolicy} for packed permissions that this version does not understand: at once, or when they change, where a
 * component asks for a permission.
 */
export function providePermissions(
  packed: MaybeRefOrGetter<Packed | null>,
  { clock }: ProvideOptions = {},
): void {
  const ability = computed((): Ability => {
    const given = toValue(packed)
    return given && unpack<Registered>(given, clock && { clock })
  })
  void ability.value
  provide(ABILITY, ability)
}

/**
 * Whether the user has the permission, for a row if you pass one, and for a field of the row if you name one. Each can be a ref
 * or a getter. Without a row, a permission with a condition is denied. Without `providePermissions` around the component, every
 * permission is denied.
 */
export function usePermission<P extends Permission>(
  permission: MaybeRefOrGetter<P>,
  row?: MaybeRefOrGetter<Registered[P] | null | undefined>,
  field?: MaybeRefOrGetter<(keyof Registered[P] & string) | undefined>,
): ComputedRef<boolean> {
  const ability = inject(ABILITY, null)
  return computed(
    () => ability?.value?.can(toValue(permission), toValue(row), toValue(field) as never) ?? false,
  )
}

/**
 * Shows its default slot if the user has the permission, and its slot `otherwise` if not:
 * `<Can permission="articles:write" :on="article">…<template #otherwise>…</template></Can>`.
 */
export const Can = defineComponent({
  name: 'Can',
  props: {
    permission: { type: String as PropType<Permission>, required: true },
    on: { type: Object as PropType<Registered[Permission] | null>, default: undefined },
    field: { type: String, default: undefined },
  },
  slots: Object as SlotsType<{ default?: object; otherwise?: object }>,
  setup(props, { slots }) {
    const isAllowed = usePermission(
      () => props.permission,
      () => props.on,
      () => props.field as never,
    )
    return () => (isAllowed.value ? slots.default?.({}) : slots.otherwise?.({}))
  },
})
