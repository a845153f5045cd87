// The games of Vertumnus for pages and for Node: the rules at once or in a worker, and the engine in a worker.

export { checkRules } from './check.js';
export { Engine } from './engine.js';
export { ModuleError } from './module.js';
export { RemoteRules } from './remote.js';
export { CallError, Position, Rules, RulesError, readRules } from './rules.js';
