import type { DecisionPoint, Evaluation } from './decision-point.ts'
import { BadRequest, isObject, readAction, readContext, readEntity, readOptional } from './entities.ts'
import type { Properties } from './options.ts'

/** More evaluations in one request would occupy the server for too long. */
const MOST_EVALUATIONS = 1_000

/** Section 6: one decision. */
export async function evaluate(point: DecisionPoint, body: Properties): Promise<Evaluation> {
  const [subject, action, resource] = [
    readEntity(body, 'subject'),
    readAction(body),
    readEntity(body, 'resource'),
  ]
  const ability = await point.abilityFor(subject, action.properties, readContext(body))
  return ability ? point.decide(ability, action, resource) : { decision: false }
}

/** Section 7.1.2: the decision that ends the evaluations. */
const LAST_DECISIONS: Readonly<Record<string, boolean | undefined>> = {
  execute_all: undefined,
  deny_on_first_deny: false,
  permit_on_first_permit: true,
}

function readLastDecision(body: Properties): boolean | undefined {
  const { evaluations_semantic: semantic = 'execute_all' } = readOptional(body, 'options')
  if (typeof semantic === 'string' && Object.hasOwn(LAST_DECISIONS, semantic)) return LAST_DECISIONS[semantic]
  throw new BadRequest(
    `"options.evaluations_semantic" must be one of ${Object.keys(LAST_DECISIONS).join(', ')}.`,
  )
}

const refuse = (status: number, message: string): Evaluation => ({
  decision: false,
  context: { error: { status, message } },
})

/** An error of one evaluation denies this one, and the others continue (section 7.2.1). */
async function evaluateOne(
  point: DecisionPoint,
  item: unknown,
  defaults: Properties,
  report: (error: unknown) => void,
): Promise<Evaluation> {
  if (!isObject(item)) return refuse(400, 'An evaluation must be an object.')
  try {
    return await evaluate(point, { ...defaults, ...item })
  } catch (error) {
    if (error instanceof BadRequest) return refuse(400, error.message)
    report(error)
    return refuse(500, 'The decision failed.')
  }
}

/** Section 7: several decisions, in the order of the request. Without evaluations, one decision. */
export async function evaluateAll(
  point: DecisionPoint,
  { evaluations, options, ...defaults }: Properties,
  report: (error: unknown) => void,
): Promise<Evaluation | { readonly evaluations: readonly Evaluation[] }> {
  const items = evaluations ?? []
  if (!Array.isArray(items)) throw new BadRequest('"evaluations" must be a list.')
  if (items.length > MOST_EVALUATIONS)
    throw new BadRequest(`A request can have at most ${MOST_EVALUATIONS} evaluations; send several requests.`)
  const last = readLastDecision({ options })
  if (items.length === 0) return evaluate(point, defaults)
  const answers: Evaluation[] = []
  for (const item of items) {
    const answer = await evaluateOne(point, item, defaults, report)
    answers.push(answer)
    if (answer.decision === last) break
  }
  return { evaluations: answers }
}
