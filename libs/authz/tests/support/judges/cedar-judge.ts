import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CedarValueJson, EntityJson, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs'
import type { Verdict } from '../../../../../tools/check/judge.ts'
import { compilePolicy } from '../../../src/engine/decisions/engine.ts'
import { type Decision, type PolicyDocument, type Subject, matcher } from '../../../src/index.ts'
import { ancestorsIn, entityAttributes, loadEntities } from './cedar-entities.ts'
import { optionalAttributes, parsePolicies, permissionOf, createDocument } from './cedar-policies.ts'
import { Inexpressible } from './cedar-terms.ts'

export interface CedarRequest {
  readonly principal: TypeAndId
  readonly action: TypeAndId
  readonly resource: TypeAndId
  readonly context: Readonly<Record<string, CedarValueJson>>
}

/** The decision of Cedar, with the names of the policies that determine it. */
export interface CedarDecision {
  readonly decision: 'allow' | 'deny'
  readonly reason: readonly string[]
}

/** The decision about a request, by the translation of policies of Cedar. */
export type Decide = (request: CedarRequest) => CedarDecision

/** @throws {Inexpressible} if a policy has no translation. */
export function translateCedar(
  text: string,
  entities: readonly EntityJson[],
  requests: readonly CedarRequest[],
): Decide {
  const policies = parsePolicies(text)
  const all = [...entities.map(({ uid }) => uid as TypeAndId), ...requests.map(({ resource }) => resource)]
  const actions = [
    ...all.filter(({ type }) => /(^|::)Action$/.test(type)),
    ...requests.map(({ action }) => action),
  ]
  const document = createDocument(policies, {
    types: [...new Set(all.map(({ type }) => type))],
    actions: new Map(actions.map((action) => [action.id, ancestorsIn(entities, action)])),
    entities: entityAttributes(entities),
  })
  const names = policies.map((_, i) => `policy${i}`).sort()
  return decider(document, names, loadEntities(entities, optionalAttributes(policies)))
}

function decider(
  document: PolicyDocument,
  names: readonly string[],
  { load, record }: ReturnType<typeof loadEntities>,
): Decide {
  const policy = compilePolicy<Subject, Record<string, object>>(document)
  const nameOf = ({ path }: Decision['determining'][number]) => names[Number(/\d+/.exec(path)?.[0])] ?? path
  return ({ principal, action, resource, context }) => {
    const subject = { ...load(principal), id: null, roles: [] }
    const ability = policy.for(subject, record(context))
    const permission = permissionOf(resource.type, action.id)
    const { effect, determining } = ability.decide(permission, load(resource))
    if (matcher(ability.filter(permission))(load(resource)) !== (effect === 'allow'))
      throw new Error(`The filter of ${permission} does not agree with the decision.`)
    return { decision: effect, reason: determining.map(nameOf).sort() }
  }
}

interface CedarTest {
  readonly policies: string
  readonly entities: string
  readonly requests: readonly (CedarRequest & CedarDecision & { description: string; errors: unknown[] })[]
}

/** Compares our decisions with the handwritten requests in a folder of cedar-policy/cedar-integration-tests. */
export function judge(folder: string): readonly Verdict[] {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const paths = readdirSync(join(folder, 'tests'), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.json'))
    .sort()
    .flatMap((path) => {
      const { policies, entities, requests }: CedarTest = JSON.parse(read(join('tests', path)))
      const decide = translate(() =>
        translateCedar(read(policies), JSON.parse(read(entities)) as readonly EntityJson[], requests),
      )
      return requests.map((request) => ({
        request: `${path}: ${request.description}`,
        ...judgeRequest(request, decide),
      }))
    })
}

/** The translation, or the reason why there is none. */
function translate(make: () => Decide): Decide | string {
  try {
    return make()
  } catch (error) {
    if (error instanceof Inexpressible) return `a condition cannot express ${error.message}`
    throw error
  }
}

function judgeRequest(
  request: CedarTest['requests'][number],
  decide: Decide | string,
): Omit<Verdict, 'request'> {
  if (typeof decide === 'string') return { outcome: 'left out', reason: decide }
  if (request.errors.length > 0)
    return { outcome: 'left out', reason: 'Cedar skips a policy with an error, and our deny rule denies' }
  const wanted = JSON.stringify({ decision: request.decision, reason: [...request.reason].sort() })
  const given = JSON.stringify(decide(request))
  return { outcome: given === wanted ? 'agrees' : 'differs', reason: `${given}, in Cedar ${wanted}` }
}
