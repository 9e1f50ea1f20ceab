import type ts from 'typescript'
import { findInexact } from './operators.ts'
import { findOrdered } from './order.ts'
import { draftPolicy } from './policy/draft-policy.ts'
import type { PolicyRule } from './policy/policy-rule.ts'
import { findRules } from './rules.ts'
import type { Leftover, Source } from './source.ts'
import type { TypeScript } from './typescript.ts'

/** What a file says about rules. */
export interface RulesOfSource {
  /** The operators that `filterOf` refuses, and the files that nobody can read. */
  readonly left: readonly Leftover[]
  /** The rules whose order counts. */
  readonly ordered: readonly Leftover[]
  /** The rules that a policy expresses exactly. */
  readonly written: readonly PolicyRule[]
  /** The rules that a person must write. */
  readonly unwritten: readonly Leftover[]
}

/** Reads the rules of CASL in a file. */
export function readSource(typescript: TypeScript, { path, text }: Source): RulesOfSource {
  if (hasSyntaxErrors(typescript, path, text)) {
    const message = 'TypeScript cannot read this file'
    return { left: [{ path, line: 1, column: 1, message }], ordered: [], written: [], unwritten: [] }
  }
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  const place = (node: ts.Node, message: string): Leftover => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
    return { path, line: line + 1, column: character + 1, message }
  }
  const rules = findRules(typescript, file)
  const ordered = findOrdered(typescript, rules, ({ node }) => place(node, '').line)
  const { written, unwritten } = draftPolicy(typescript, rules, ordered)
  return {
    left: findInexact(typescript, file, rules).map(({ node, message }) => place(node, message)),
    ordered: ordered.map(({ rule, message }) => place(rule.node, message)),
    written,
    unwritten: unwritten.map(({ node, message }) => place(node, message)),
  }
}

const hasSyntaxErrors = (typescript: TypeScript, fileName: string, text: string): boolean =>
  typescript
    .transpileModule(text, {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, jsx: typescript.JsxEmit.Preserve },
    })
    .diagnostics?.some(({ category }) => category === typescript.DiagnosticCategory.Error) ?? false
