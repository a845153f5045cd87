// The field for a text of rules. It is a plain one until the library has come that gives it colors, completion and
// marks under mistakes; where that does not come, it stays one.

import { html, nextTask } from '../shell/dom.js';

/** @import { RuleWords } from '../../package/calls' */
/** @import { Edit } from '../game/text-edit.js' */
/** @import { CompletionContext, CompletionResult } from '@codemirror/autocomplete' */
/** @import { EditorState, StateEffectType } from '@codemirror/state' */
/** @import { DecorationSet, EditorView } from '@codemirror/view' */
/** @typedef {typeof import('../../codemirror.mjs')} Library */
/** @typedef {{ from: number, to: number, severity: string }} Mark */

/** Only who writes games loads it. It lies beside the page, which is bundled without it. */
const load = () => /** @type {Promise<Library>} */ (import(new URL('lib/codemirror.js', document.baseURI).href));

export class RulesField {
  #area = html('textarea', { id: 'write-text', rows: 12, spellcheck: 'false', autocapitalize: 'off', wrap: 'off' });
  element = html('div', { class: 'rules-field' }, this.#area);
  /** @type {EditorView | null} */ #view = null;
  /** @type {Mark[]} */ #marks = [];
  /** Shows the marks. */ #mark = () => {};
  /** What can be completed, once that is known. @type {RuleWords | null} */ #words = null;
  #attributes;
  #onChange;

  /**
   * @param {string} text
   * @param {Record<string, string>} attributes what names and describes it
   * @param {() => void} onChange called when the user has changed the text
   */
  constructor(text, attributes, onChange) {
    this.#attributes = attributes;
    this.#onChange = onChange;
    this.#area.value = text;
    for (const [name, value] of Object.entries(attributes)) this.#area.setAttribute(name, value);
    this.#area.addEventListener('input', onChange);
  }

  /** Asks for the library, now that somebody sees the field. */
  async enrich() {
    const library = await load().catch(() => null);
    await nextTask();
    if (library) this.#become(library);
  }

  get value() {
    return this.#view?.state.doc.toString() ?? this.#area.value;
  }

  /** @param {RuleWords} words */
  complete(words) {
    this.#words = words;
  }

  /** Marks places of the text. @param {Mark[]} marks */
  mark(marks) {
    this.#marks = marks;
    this.#mark();
  }

  focus() {
    (this.#view ?? this.#area).focus();
  }

  /** Selects all of the text, or a part of it, in sight. */
  select(from = 0, to = this.value.length) {
    this.focus();
    if (this.#view) this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    else this.#area.setSelectionRange(from, to);
  }

  /** Changes the text as if the user did: undo brings it back. @param {Edit} edit */
  edit({ from, to, insert }) {
    if (this.#view) {
      this.#view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
    } else {
      this.select(from, to);
      // It is the one way that leaves the field its undo.
      if (!document.execCommand('insertText', false, insert)) this.#area.setRangeText(insert);
    }
  }

  /** Gives the text its colors. @param {Library} library */
  #become(library) {
    const { Decoration, EditorState, EditorView, StateEffect, StateField } = library;
    /** @type {StateEffectType<DecorationSet>} */
    const marking = StateEffect.define();
    const marks = StateField.define({
      create: () => Decoration.none,
      update: (old, { effects, changes }) => effects.find((effect) => effect.is(marking))?.value ?? old.map(changes),
      provide: (field) => EditorView.decorations.from(field),
    });
    const colors = EditorView.decorations.compute(['doc'], (state) =>
      Decoration.set(
        colored(state).map(([from, to, name]) => Decoration.mark({ class: `rules-${name}` }).range(from, to)),
      ),
    );
    const hadFocus = document.activeElement === this.#area;
    const { value, selectionStart, selectionEnd } = this.#area;
    const view = new EditorView({
      doc: value,
      selection: { anchor: selectionStart, head: selectionEnd },
      extensions: [
        ...[library.lineNumbers(), library.history(), library.drawSelection(), marks, colors],
        // What turns the direction, beside what the library takes for such.
        library.highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2068]/g }),
        library.autocompletion({ override: [(context) => this.#completion(context)], icons: false }),
        library.keymap.of([...library.completionKeymap, ...library.defaultKeymap, ...library.historyKeymap]),
        EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ id: this.#area.id, tabindex: '0', ...this.#attributes }),
        EditorView.updateListener.of(({ docChanged }) => docChanged && this.#onChange()),
      ],
    });
    this.#view = view;
    this.#mark = () => {
      const ranges = this.#marks.filter(({ from, to }) => from < to && to <= view.state.doc.length);
      const all = ranges.map(({ from, to, severity }) =>
        Decoration.mark({ class: `rules-fault is-${severity}` }).range(from, to),
      );
      view.dispatch({ effects: marking.of(Decoration.set(all, true)) });
    };
    this.#mark();
    this.#area.replaceWith(view.dom);
    if (hadFocus) view.focus();
  }

  /**
   * What may stand where the user types: a key, one of the few values of a key, or a game to build on.
   * @param {CompletionContext} context
   * @returns {CompletionResult | null}
   */
  #completion({ state, pos, explicit }) {
    if (!this.#words) return null;
    const { keys, parents } = this.#words;
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    const [, parent] = /^\[[^:\]]*:([\w-]*)$/.exec(before) ?? [];
    if (parent !== undefined) {
      const options = parents.map(({ name, title }) => ({ label: name, detail: title }));
      return { from: pos - parent.length, options, validFor: /^[\w-]*$/ };
    }
    const [, key, value] = /^(\w+)\s*=\s*(\w*)$/.exec(before) ?? [];
    if (key !== undefined) {
      const takes = keys.find(({ name }) => name === key)?.takes ?? '';
      const options = valuesOf(takes).map((label) => ({ label }));
      return { from: pos - value.length, options, validFor: /^\w*$/ };
    }
    if (!/^\w*$/.test(before) || (before === '' && !explicit)) return null;
    const hasSign = /^\w*\s*=/.test(line.text.slice(pos - line.from));
    const options = keys.map(({ name, takes, meaning }) => ({
      ...{ label: name, info: `${meaning}. It takes ${takes}.`.replaceAll('`', '') },
      apply: hasSign ? name : `${name} = `,
    }));
    return { from: line.from, options, validFor: /^\w*$/ };
  }
}

/** The values of a key that takes one of a few words. @param {string} takes */
const valuesOf = (takes) => (/^`\w+`(?:, `\w+`)*(?: or `\w+`)?$/.test(takes) ? (takes.match(/\w+(?=`)/g) ?? []) : []);

/**
 * The parts of a text that have colors.
 * @param {EditorState} state
 * @returns {[from: number, to: number, name: string][]}
 */
function colored({ doc }) {
  /** @type {[from: number, to: number, name: string][]} */
  const parts = [];
  for (let number = 1; number <= doc.lines; number += 1) {
    const { from, to, text } = doc.line(number);
    if (/^\s*[#;]/.test(text)) parts.push([from, to, 'comment']);
    else if (/^\ufeff?\s*\[/.test(text)) parts.push([from, to, 'game']);
    else {
      const [whole, key] = /^(\s*\w+)\s*=/.exec(text) ?? [];
      if (!whole) continue;
      parts.push([from, from + key.length, 'key'], [from + whole.length - 1, from + whole.length, 'sign']);
    }
  }
  return parts;
}
