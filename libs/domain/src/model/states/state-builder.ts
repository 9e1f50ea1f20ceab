import { oneOf } from '../../rules/accept.ts'
import { isObject } from '../../rules/is-object.ts'
import { build, WORDS, type Options, type Words } from '../fields/build-field.ts'
import type { SetByService, StateField } from '../fields/field.ts'
import { checkWorkflow } from './check-workflow.ts'
import type { Workflow } from './workflow.ts'

/** The next states of each state, with the action of the permission on the record that the move needs. */
type Transitions<State extends string> = {
  readonly [From in State]?: { readonly [To in State]?: string }
}

/** The states that a create may give. `true` needs no permission beside the right to create. */
type InitialStates<State extends string> = { readonly [To in State]?: true | string }

interface StateOptions<Published> extends Pick<Options, 'about' | 'index'>, Words {
  /** The state that readers see: `publishedAt` is set when a record first enters it, and kept. */
  readonly published?: Published
}

interface WorkflowOptions<State extends string, Published> extends StateOptions<Published> {
  /** Clients change the state, as far as these permissions go. Without transitions, operations alone do. */
  readonly transitions: Transitions<NoInfer<State>>
  /** By default, each new record is in the first state. */
  readonly initial?: InitialStates<NoInfer<State>>
}

type PublishedAs<Published> = [Published] extends [string] ? { readonly published: Published } : unknown

interface BuildState {
  <const State extends string, const Published extends NoInfer<State> | undefined = undefined>(
    states: readonly State[],
    options: WorkflowOptions<State, Published>,
  ): StateField<State> & { readonly initial: State } & PublishedAs<Published>
  <const State extends string, const Published extends NoInfer<State> | undefined = undefined>(
    states: readonly State[],
    options: StateOptions<Published>,
  ): StateField<State> & SetByService & PublishedAs<Published>
}

const STATE_OPTIONS = ['about', 'index', 'initial', 'transitions', 'published', ...WORDS]

type AnyOptions = StateOptions<string> & Partial<WorkflowOptions<string, string>>

/** A wrong form is among the problems of the field; the other code needs none of its members. */
const createWorkflow = (
  states: readonly string[],
  { initial = { [states[0] ?? '']: true }, transitions }: Partial<AnyOptions>,
): Workflow | null =>
  // The types leave out undefined members.
  isObject(transitions) ? ({ initial: isObject(initial) ? initial : {}, transitions } as Workflow) : null

/**
 * The state of a record. Operations change it; with `transitions`, clients do, too (C17.1). The first state is the state of a
 * new record, unless `initial` names others.
 */
export const state: BuildState = (states: readonly string[], options: AnyOptions) => {
  const { published = null } = options ?? {}
  const workflow = createWorkflow(states, options ?? {})
  const problems = checkWorkflow(options ?? {}, states)
  const values = { kind: 'state', schema: { type: 'string', enum: states }, check: oneOf(states) } as const
  return {
    ...(build({ ...values, problems }, options as object, STATE_OPTIONS) as object),
    isInput: workflow !== null,
    initial: Object.keys(workflow?.initial ?? {})[0] ?? states[0],
    states,
    workflow,
    published,
  } as never
}
