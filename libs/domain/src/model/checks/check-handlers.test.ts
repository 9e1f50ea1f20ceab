import { describe, expect, expectTypeOf, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { Workshop } from '../../testing/workshop.ts'
import type { HandlerDeclaration, HandlerEvent } from '../handlers/handler.ts'
import type { ModelOptions } from '../roles/model-options.ts'
import { ModelError } from './model-error.ts'

const run = (): void => undefined
const create = (handlers: unknown) =>
  // Some tests give what the compiler refuses.
  contentModel([...builtInModel.types, Workshop], { handlers } as ModelOptions)

const findProblems = (handlers: unknown): readonly string[] => {
  try {
    create(handlers)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}
const findProblem = (given: object, name = 'mail'): readonly string[] =>
  findProblems({ [name]: { on: ['workshop.created'], run, ...given } })

describe('C16.4 the handlers of a model', () => {
  it('have an order, events, permissions and a time', () => {
    const { handlers } = create({
      second: {
        on: ['workshop.created', 'user.deleted'],
        permissions: ['workshops:cancel'],
        timeout: 0.5,
        run,
      },
      first: { on: ['article.published'], run },
    })
    expect(handlers).toMatchObject([
      {
        name: 'second',
        on: ['workshop.created', 'user.deleted'],
        permissions: ['workshops:cancel'],
        timeoutMs: 500,
      },
      { name: 'first', on: ['article.published'], permissions: [], timeoutMs: 10_000 },
    ])
    expect(builtInModel.handlers).toEqual([])
  })

  it('name events of the model, each once', () => {
    expect(findProblem({ on: ['workshop.creatd'] })).toEqual([
      'handlers.mail: on: no event has the name workshop.creatd; did you mean workshop.created?',
    ])
    expect(findProblem({ on: ['webhook.test', '__proto__', null, { type: 'a' }] })).toHaveLength(4)
    expect(findProblem({ on: ['user.created', 'user.created'] })).toEqual([
      'handlers.mail: on: names an event twice',
    ])
    for (const on of [[], 'workshop.created', undefined, null, { 0: 'workshop.created' }])
      expect(findProblem({ on })).toEqual([
        "handlers.mail: on: must be a list of events, such as ['article.published']",
      ])
  })

  it('name permissions of the model', () => {
    expect(findProblem({ permissions: ['workshops:rea'] })[0]).toMatch(/did you mean workshops:read\?$/)
    expect(findProblem({ permissions: 'workshops:read' })).toEqual([
      "handlers.mail: permissions: must be a list, such as ['articles:read']",
    ])
  })

  it('have a name of letters and digits, at most 64', () => {
    for (const name of ['mail', 'm', 'mailGuests2', 'a'.repeat(64)]) expect(findProblem({}, name)).toEqual([])
    for (const name of ['Mail', '2mail', 'mail_guests', 'mail-guests', '', 'é', 'a'.repeat(65), 'a\u0000'])
      expect(findProblem({}, name)).toHaveLength(1)
    expect(findProblems(JSON.parse('{ "__proto__": {} }'))).not.toEqual([])
    expect(findProblems({ __proto__: { mail: {} } })).toHaveLength(1)
  })

  it('have a time of at most 300 s, and a function', () => {
    for (const timeout of [0, -1, 301, NaN, Infinity, '10', null])
      expect(findProblem({ timeout })).toEqual([
        'handlers.mail: timeout: must be a number of seconds above 0, at most 300',
      ])
    expect(findProblem({ run: 'code' })).toEqual([
      'handlers.mail: run: must be a function of the event and the context',
    ])
    expect(findProblem({ tiemout: 3 })[0]).toMatch(/did you mean timeout\?/)
    for (const handlers of [null, [], 'mail', 7]) expect(findProblems(handlers)).toHaveLength(1)
    for (const handler of [null, run, []]) expect(findProblems({ mail: handler })).toHaveLength(1)
  })

  it('are typed', () => {
    expectTypeOf<HandlerEvent['data']>().toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>()
    expectTypeOf<{ on: ['recipe.created']; run: () => Promise<void> }>().toExtend<HandlerDeclaration>()
    expectTypeOf<{ on: 'recipe.created'; run: () => void }>().not.toExtend<HandlerDeclaration>()
  })
})
