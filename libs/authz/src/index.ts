export { attrs } from './engine/attributes/attrs.ts'
export type { AttributesOf } from './engine/attributes/attrs.ts'
export { now, subject, where } from './engine/attributes/attribute.ts'
export type {
  Attribute,
  Attributes,
  OrderedText,
  References,
  ReferenceTo,
  Text,
} from './engine/attributes/attribute-types.ts'
export { and, not, or } from './engine/conditions/condition.ts'
export { textFunction } from './engine/conditions/text-function.ts'
export type { TextFunction } from './engine/conditions/text-function.ts'
export type {
  Comparison,
  Condition,
  Followed,
  Nested,
  Operand,
  Reference,
  Scalar,
  Sibling,
} from './engine/conditions/condition.ts'
export type { Decision, DeterminingRule, Obligation, Reason } from './engine/decisions/decision.ts'
export { definePolicy } from './engine/policy/define.ts'
export type { FieldRules, PermissionsOf, PolicyConfig, RuleBuilder } from './engine/policy/define.ts'
export type { PolicyDocument, RoleDocument, RuleDocument } from './engine/policy/document.ts'
export { AccessDenied, InvalidPolicy } from './engine/errors.ts'
export type { Problem } from './engine/errors.ts'
export { holds } from './engine/conditions/evaluate.ts'
export { matcher } from './engine/decisions/filter.ts'
export type { FieldAccess, Filter } from './engine/decisions/filter.ts'
export type { ConditionFunction, Kind, Kinds, KindsByName } from './engine/conditions/kind.ts'
export type { AuditEvent, AuditHook } from './engine/decisions/audit.ts'
export type {
  Abilities,
  Ability,
  DefinedPolicy,
  PermissionOf,
  Permissions,
  Policy,
  PolicyData,
} from './engine/policy/policy.ts'
export type { Subject } from './engine/decisions/subject.ts'
