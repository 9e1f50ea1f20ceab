/** The key of a type alone: no object has this member. */
declare const forSubjects: unique symbol

/**
 * Says which conditions fit a subject. An interface extends it, names its own `subject` as `this['subject']` and computes
 * `conditions` from it: `interface OfMongo extends ConditionsRule { conditions: MongoQuery<this['subject']> }`.
 */
export interface ConditionsRule {
  readonly subject: unknown
  readonly conditions: unknown
}

/** Conditions whose type depends on the subject, as the rule says. */
export interface ForSubjects<R extends ConditionsRule> {
  readonly [forSubjects]?: R
}

/** The conditions for one subject. Conditions without a rule are the same for all subjects. */
export type ConditionsFor<Conditions, S> =
  Conditions extends ForSubjects<infer R extends ConditionsRule>
    ? (R & { readonly subject: S })['conditions']
    : Conditions
