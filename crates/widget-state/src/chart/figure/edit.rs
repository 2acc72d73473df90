//! Editing a figure: first everything is checked, then all of it is done.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use crate::chart::edit::ChartEdit;
use crate::chart::figure::contents::Contents;
use crate::chart::figure::merge::{at, at_mut, obstacle, open_lists, put};
use crate::chart::figure::path::{Step, written};
use crate::chart::figure::places;
use crate::chart::figure::problems::unknown_type;
use crate::chart::figure::{Figure, Form, Path, Trace, Tree};
use crate::chart::points::Points;
use crate::chart::typed_array::TypedArray;
use crate::error::StateError;
use crate::json::JsonError;
use crate::json::encoded_len;

impl Figure {
    /// Applies an edit.
    ///
    /// # Errors
    ///
    /// [`StateError::ChartEdit`], which names the part of the edit that does not
    /// fit this figure, and [`StateError::Json`] for a figure nested too deeply to
    /// be edited. The figure is as before then.
    pub(crate) fn edit(&mut self, edit: &ChartEdit) -> Result<(), StateError> {
        let fresh = match &self.form {
            Form::Text(text) => Some(Tree::read(text)?),
            Form::Edited(_) => None,
        };
        let plan = match (&fresh, &self.form) {
            (Some(tree), _) => Plan::new(edit, &tree.root)?,
            (None, Form::Edited(tree)) => Plan::new(edit, &tree.root)?,
            (None, Form::Text(_)) => return Ok(()),
        };
        if let Some(tree) = fresh {
            self.form = Form::Edited(Arc::new(tree));
        }
        if let Form::Edited(tree) = &mut self.form {
            // Only a reader who holds this very figure makes this a copy.
            let tree = Arc::make_mut(tree);
            plan.perform(tree);
            self.traces =
                traces(&tree.root).iter().filter_map(Value::as_object).map(Trace::of).collect();
            let layout = tree.root.get("layout");
            let ui_revision = layout.and_then(|layout| layout.get("uirevision"));
            self.ui_revision = ui_revision.cloned().unwrap_or_default();
        }
        Ok(())
    }

    /// By how many bytes an edit may make it longer, at most.
    pub(crate) fn growth(&self, edit: &ChartEdit) -> usize {
        let targets = edit.traces.as_ref().map_or(self.traces.len(), Vec::len);
        let layout = edit.layout.values().map(encoded_len).sum::<usize>();
        let points = edit.extend.values().flatten().flat_map(|points| &**points);
        let points = points.map(|point| encoded_len(point) + 1).sum::<usize>();
        let styles = edit.restyle.values().map(|value| match value.as_array() {
            Some(list) => {
                (0..targets).filter_map(|n| list.get(n % list.len().max(1))).map(encoded_len).sum()
            }
            None => encoded_len(value) * targets,
        });
        layout + points + styles.sum::<usize>()
    }
}

impl Tree {
    fn read(text: &str) -> Result<Self, JsonError> {
        let root = serde_json::from_str(text).map_err(|error| JsonError::new(&error, text))?;
        Ok(Self { root, bytes: text.len(), text: OnceLock::new() })
    }
}

fn traces(root: &Map<String, Value>) -> &[Value] {
    root.get("data").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A validated edit of one figure, which cannot fail any more.
struct Plan<'a> {
    layout: Vec<(Path, &'a Value)>,
    /// Trace, attribute and value.
    styles: Vec<(usize, Path, &'a Value)>,
    /// Trace, attribute and new points.
    points: Vec<(usize, Path, &'a [Value])>,
    max_points: usize,
}

impl<'a> Plan<'a> {
    fn new(edit: &'a ChartEdit, root: &Map<String, Value>) -> Result<Self, StateError> {
        let traces = traces(root);
        let targets = targets(edit, traces.len())?;
        let empty = Map::new();
        let layout = root.get("layout").and_then(Value::as_object).unwrap_or(&empty);
        let mut plan = Self {
            layout: Vec::new(),
            styles: Vec::new(),
            points: Vec::new(),
            max_points: edit.max_points.unwrap_or(usize::MAX),
        };
        for (path, (name, value)) in
            paths("layout", edit.layout.keys())?.into_iter().zip(&edit.layout)
        {
            if let Some(problem) = obstacle(layout, path.steps()) {
                return Err(refused("layout", format!("\"{name}\": {problem}")));
            }
            if let Some(fault) = broken_list(value) {
                return Err(refused("layout", format!("\"{name}\"{fault}")));
            }
            plan.layout.push((path, value));
        }
        let restyled = paths("restyle", edit.restyle.keys())?;
        for (path, (name, value)) in restyled.iter().zip(&edit.restyle) {
            plan.restyle(name, path, value, &targets, traces)?;
        }
        let extended = paths("extend", edit.extend.keys())?;
        let twice = |path: &Path| restyled.iter().any(|other| path.overlaps(other));
        if extended.iter().any(twice) {
            return Err(refused("extend", "restyle changes the same attribute".into()));
        }
        for (path, (name, lists)) in extended.iter().zip(&edit.extend) {
            plan.extend(name, path, lists, &targets, traces)?;
        }
        plan.check_points(traces)?;
        Ok(plan)
    }

    /// As in Plotly, the elements of a list go to one trace after the other, from
    /// the first again when there are more traces.
    fn restyle(
        &mut self,
        name: &str,
        path: &Path,
        value: &'a Value,
        targets: &[usize],
        traces: &[Value],
    ) -> Result<(), StateError> {
        if let Value::Array(list) = value
            && let Some(problem) = misfit(name, list, targets.len())
        {
            return Err(refused("restyle", problem));
        }
        let values = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        if let Some(fault) = values.iter().find_map(broken_list) {
            return Err(refused("restyle", format!("\"{name}\"{fault}")));
        }
        for (place, index) in targets.iter().enumerate() {
            let value = match value {
                Value::Array(list) => &list[place % list.len()],
                value => value,
            };
            if name == "type"
                && let Some(problem) = value.as_str().and_then(unknown_type)
            {
                return Err(refused("restyle", problem));
            }
            let trace = traces[*index].as_object();
            if let Some(problem) = trace.and_then(|trace| obstacle(trace, path.steps())) {
                return Err(refused("restyle", format!("\"{name}\" of trace {index}: {problem}")));
            }
            self.styles.push((*index, path.clone(), value));
        }
        Ok(())
    }

    /// The points of a trace stay together.
    fn check_points(&self, traces: &[Value]) -> Result<(), StateError> {
        for (index, path, points) in &self.points {
            let of_trace = || self.points.iter().filter(|(other, ..)| other == index);
            if let Some((_, other, more)) = of_trace().find(|(.., more)| more.len() != points.len())
            {
                let (path, other) = (written(path.steps()), written(other.steps()));
                let (points, more) = (points.len(), more.len());
                let problem = format!(
                    "trace {index} gets {points} points of \"{path}\" and {more} of \"{other}\""
                );
                return Err(refused("extend", problem));
            }
            let grows = |name: &str| of_trace().any(|(_, path, _)| path.is(name));
            let trace = traces[*index].as_object();
            if let Some(names) =
                trace.and_then(|trace| places::left_behind(trace, length_of, grows))
            {
                let all: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
                let problem = format!(
                    "the points of trace {index} have {}; give all of them for the new points",
                    all.join(", ")
                );
                return Err(refused("extend", problem));
            }
        }
        Ok(())
    }

    fn extend(
        &mut self,
        name: &str,
        path: &Path,
        lists: &'a [Points],
        targets: &[usize],
        traces: &[Value],
    ) -> Result<(), StateError> {
        if lists.len() != targets.len() {
            let problem = format!(
                "\"{name}\" has {} lists of points for {} traces; give one list for each trace",
                lists.len(),
                targets.len()
            );
            return Err(refused("extend", problem));
        }
        for (index, points) in targets.iter().zip(lists) {
            let trace = traces[*index].as_object();
            let before = trace.and_then(|trace| at(trace, path.steps()));
            if before.is_some_and(|before| !before.is_null() && length_of(before).is_none()) {
                let problem =
                    format!("\"{name}\" of trace {index} is not a list that could be extended");
                return Err(refused("extend", problem));
            }
            if let Some(problem) = trace.and_then(|trace| obstacle(trace, path.steps())) {
                return Err(refused("extend", format!("\"{name}\" of trace {index}: {problem}")));
            }
            self.points.push((*index, path.clone(), points));
        }
        Ok(())
    }

    fn perform(self, tree: &mut Tree) {
        let Tree { root, bytes, text } = tree;
        *text = OnceLock::new();
        if !self.layout.is_empty() {
            let layout = root.entry("layout").or_insert(Value::Null);
            for (path, value) in in_one_step(self.layout) {
                change(layout, &path, value, bytes);
            }
        }
        let Some(Value::Array(traces)) = root.get_mut("data") else { return };
        for (index, path, value) in &self.styles {
            change(&mut traces[*index], path, value, bytes);
        }
        // Once for all the places of a point.
        let mut dropped = BTreeMap::new();
        for (index, path, points) in &self.points {
            let gone = extend(&mut traces[*index], path, points, self.max_points, bytes);
            if places::is_place(path) {
                let most: &mut usize = dropped.entry(*index).or_default();
                *most = gone.max(*most);
            }
        }
        for (index, count) in dropped.into_iter().filter(|(_, count)| *count > 0) {
            let own = self.points.iter().filter(|(other, ..)| *other == index);
            let own: Vec<&Path> = own.map(|(_, path, _)| path).collect();
            for list in places::lists_of_points(&traces[index], &own).collect::<Vec<_>>() {
                drop_first(&mut traces[index], &list, count, bytes);
            }
        }
    }
}

/// Changes in an order in which the places of list items are those of the layout before: what is
/// taken out of a list goes last, from its end.
fn in_one_step(changes: Vec<(Path, &Value)>) -> impl Iterator<Item = (Path, &Value)> {
    let is_item = |path: &Path| matches!(path.steps().last(), Some(Step::Index(_)));
    let (mut gone, others): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|(path, value)| value.is_null() && is_item(path));
    gone.sort_by(|(one, _), (other, _)| other.steps().cmp(one.steps()));
    others.into_iter().chain(gone)
}

/// The problem of a list of values for so many traces. What Plotly does with one that is too long,
/// the first value to the first trace and the rest to none, is never meant.
fn misfit(name: &str, list: &[Value], traces: usize) -> Option<String> {
    let of_traces = match traces {
        1 => "one trace".to_owned(),
        traces => format!("{traces} traces"),
    };
    let is_too_long = list.len() > traces && traces > 0;
    (list.is_empty() || is_too_long).then(|| {
        let values = list.len();
        format!(
            "\"{name}\" is a list of {values} for {of_traces}; give one value for each trace, and \
             a list as a list in a list: {{\"{name}\": [[…]]}}"
        )
    })
}

fn change(container: &mut Value, path: &Path, value: &Value, bytes: &mut usize) {
    if container.is_null() {
        *container = Value::Object(Map::new());
    }
    let Value::Object(object) = container else { return };
    let steps = path.steps();
    let (gone, come) = open_lists(object, steps, false);
    *bytes = (*bytes + come).saturating_sub(gone);
    let length = |object: &Map<String, Value>| at(object, steps).map_or(0, encoded_len);
    let before = length(object);
    put(object, steps, value);
    *bytes = (*bytes + length(object)).saturating_sub(before);
}

/// Adds points at the end of a list and drops the oldest points above the maximum. Returns how many
/// those are.
fn extend(
    trace: &mut Value,
    path: &Path,
    points: &[Value],
    most: usize,
    bytes: &mut usize,
) -> usize {
    let Value::Object(object) = trace else { return 0 };
    if at(object, path.steps()).is_none_or(Value::is_null) {
        put(object, path.steps(), &Value::Array(Vec::new()));
    }
    let Some(list) = opened(trace, path, bytes) else { return 0 };
    list.extend_from_slice(points);
    *bytes += points.iter().map(|point| encoded_len(point) + 1).sum::<usize>();
    let surplus = list.len().saturating_sub(most);
    drop_first(trace, path, surplus, bytes);
    surplus
}

/// Drops the oldest of a list.
fn drop_first(trace: &mut Value, path: &Path, count: usize, bytes: &mut usize) {
    let Some(list) = opened(trace, path, bytes) else { return };
    let gone = list.drain(..count.min(list.len()));
    let gone: usize = gone.map(|point| encoded_len(&point) + 1).sum();
    *bytes = bytes.saturating_sub(gone);
}

/// A list that can be changed, in the place of a typed one.
fn opened<'a>(trace: &'a mut Value, path: &Path, bytes: &mut usize) -> Option<&'a mut Vec<Value>> {
    let trace = trace.as_object_mut()?;
    let (gone, come) = open_lists(trace, path.steps(), true);
    *bytes = (*bytes + come).saturating_sub(gone);
    at_mut(trace, path.steps())?.as_array_mut()
}

/// The length of a list that points can be added to: a typed one that is broken cannot be read.
fn length_of(list: &Value) -> Option<usize> {
    list.as_array().map(Vec::len).or_else(|| TypedArray::of(list)?.len().ok())
}

/// The first fault of a typed list in a value.
fn broken_list(value: &Value) -> Option<String> {
    Contents::of(value).faults.into_iter().next()
}

/// The traces that an edit is for.
fn targets(edit: &ChartEdit, count: usize) -> Result<Vec<usize>, StateError> {
    let Some(given) = &edit.traces else { return Ok((0..count).collect()) };
    let mut seen = vec![false; count];
    for index in given {
        match seen.get_mut(*index) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(refused("traces", format!("{index} is there twice"))),
            None if count == 0 => return Err(refused("traces", "the chart has no traces".into())),
            None => {
                let problem =
                    format!("there is no trace {index}; they are counted from 0 to {}", count - 1);
                return Err(refused("traces", problem));
            }
        }
    }
    Ok(given.clone())
}

/// The attributes that a part of an edit names, none of them within another.
fn paths<'a>(
    part: &'static str,
    names: impl Iterator<Item = &'a String>,
) -> Result<Vec<Path>, StateError> {
    let mut paths: Vec<(&String, Path)> = Vec::new();
    for name in names {
        let path = Path::parse(name).map_err(|problem| refused(part, problem))?;
        if let Some((other, _)) = paths.iter().find(|(_, other)| other.overlaps(&path)) {
            return Err(refused(part, format!("\"{other}\" and \"{name}\" are the same place")));
        }
        paths.push((name, path));
    }
    Ok(paths.into_iter().map(|(_, path)| path).collect())
}

fn refused(part: &'static str, problem: String) -> StateError {
    StateError::ChartEdit { part, problem }
}
