import { createMongoAbility, type RawRuleOf, type MongoAbility } from '@casl/ability'
import { type PackRule, packRules, unpackRules } from '@casl/ability/extra'

type Rule = RawRuleOf<MongoAbility>

/** The rules of the menu, as the server sends them to a page. */
export const packed: PackRule<Rule>[] = packRules<Rule>([
  { action: 'open', subject: 'Menu', conditions: { level: { $lte: 2 } } },
  { action: 'open', subject: 'Menu', conditions: { hidden: true }, inverted: true },
])

export const menuAbility = createMongoAbility(unpackRules(packed))
