//! Parts that several tools share.

pub(crate) mod chart_events;
pub(crate) mod column_changes;
pub(crate) mod component_html;
pub(crate) mod document_outline;
pub(crate) mod element_change;
pub(crate) mod events;
pub(crate) mod faults;
pub(crate) mod lost_places;
pub(crate) mod opening;
pub(crate) mod result;
pub(crate) mod screenshot;
pub(crate) mod style_argument;
pub(crate) mod table_events;
pub(crate) mod value_argument;
pub(crate) mod view_tools;
pub(crate) mod viewers;
