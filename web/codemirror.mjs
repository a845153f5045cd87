// What the field for rules takes of CodeMirror.

export { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
export { EditorState, StateEffect, StateField } from '@codemirror/state';
export { Decoration, EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
