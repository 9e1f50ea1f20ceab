import { expectTypeOf, test } from 'vitest'
import { type Condition, attrs, definePolicy, where } from '../../index.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- The test is about rows with this type.
type Row = { readonly meta: any; readonly id: number }
const row = where<Row>()

test('an attribute of the type any has all operators', () => {
  expectTypeOf(row.meta.eq(1)).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.ne('a')).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.in([1, 'a'])).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.lt(1)).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.contains('a')).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.isNull()).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.some((item) => item['id']?.eq(1) as Condition)).toEqualTypeOf<Condition>()
  expectTypeOf(row.meta.state.eq('PUBLIC')).toBeAny()
})

test('the other attributes stay as they are', () => {
  expectTypeOf(row.id).not.toHaveProperty('contains')
  // @ts-expect-error A number has no attributes.
  void row.id.state
  definePolicy()({
    resources: { pages: ['read'] },
    attributes: { pages: attrs<Row>() },
    roles: { USER: { rules: (b) => b.allow('pages:read', (page) => page.meta.eq(1)) } },
  })
})
