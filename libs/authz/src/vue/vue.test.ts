import { type Ref, createSSRApp, defineComponent, effectScope, h, nextTick, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { mine, packUser, packed, testCan, theirs } from '../../tests/support/component-tests.ts'
import type { Packed } from '../pack/index.ts'
import { Can, providePermissions, usePermission } from './index.ts'

testCan(async (props, { packed: given, clock, hasOtherwise = true }) => {
  const slots = { default: () => 'yes', ...(hasOtherwise && { otherwise: () => 'no' }) }
  const Root = defineComponent({
    setup() {
      if (given !== undefined) providePermissions(given, clock && { clock })
      return () => h(Can as never, props, slots)
    },
  })
  const shown = await renderToString(createSSRApp(Root))
  // The comments mark fragments.
  return shown.replaceAll(/<!--.*?-->/g, '')
})

/** The answers of usePermission, which stay when the component is rendered. */
async function ask(given: Ref<Packed | null>, row: Ref<typeof mine>) {
  const answers: { isAllowed?: Readonly<Ref<boolean>> } = {}
  const Child = defineComponent({
    setup() {
      effectScope(true).run(() => {
        answers.isAllowed = usePermission('articles:write', row)
      })
      return () => ''
    },
  })
  const Root = defineComponent({
    setup() {
      providePermissions(given)
      return () => h(Child)
    },
  })
  await renderToString(createSSRApp(Root))
  return answers.isAllowed
}

it('usePermission follows the row and the permissions', async () => {
  const [given, row] = [ref<Packed | null>(null), ref(mine)]
  const isAllowed = await ask(given, row)
  expect(isAllowed?.value).toBe(false)
  given.value = packed
  await nextTick()
  expect(isAllowed?.value).toBe(true)
  row.value = theirs
  expect(isAllowed?.value).toBe(false)
  given.value = packUser(8)
  expect(isAllowed?.value).toBe(true)
})
