import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { insertLink, toggleLines, toggleMark } from './formats.ts'

/** Runs a command on a text in which `|` marks the ends of the selection, and writes the result in the same way. */
const run = (command: StateCommand, marked: string): string => {
  const [before = '', chosen = '', after = ''] = marked.split('|')
  let state = EditorState.create({
    doc: before + chosen + after,
    selection: EditorSelection.range(before.length, before.length + chosen.length),
  })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { from, to } = state.selection.main
  return [state.sliceDoc(0, from), state.sliceDoc(from, to), state.sliceDoc(to)].join('|')
}

const bold = toggleMark('**')
const quote = toggleLines('> ')

describe('the formats of Markdown', () => {
  it.each([
    ['marks a selection', bold, 'a |word| here', 'a **|word|** here'],
    ['takes the marks away', bold, 'a **|word|** here', 'a |word| here'],
    ['marks an empty selection', bold, 'a || here', 'a **||** here'],
    ['marks at the beginning of a text', bold, '|word|', '**|word|**'],
    ['begins each chosen line', quote, '|one\ntwo|', '> |one\n> two|'],
    ['takes the beginning away', quote, '> |one\n> two|', '|one\ntwo|'],
    ['marks all lines if one has no mark', quote, '> |one\ntwo|', '> > |one\n> two|'],
    ['leaves the caret of an empty line behind the mark', toggleLines('## '), 'a\n||', 'a\n## ||'],
    ['leaves the caret before the words of a line behind the mark', quote, '||one', '> ||one'],
    ['leaves the caret of an empty text inside the marks', toggleMark('`'), '||', '`||`'],
    ['selects the address of a link', insertLink, 'see |here|', 'see [here](|https://|)'],
  ])('%s', (_, command, before, after) => expect(run(command, before)).toBe(after))
})
