//! Buttons and forms that nothing in their HTML answers, and fields that nothing sends.

/// Attributes with which a button, field or form does something, or says that it does nothing.
const ANSWERS: [&str; 6] =
    ["commandfor", "data-event", "disabled", "form", "popovertarget", "readonly"];

/// Elements that answer for themselves alone; any other with an event answers for what is in it.
const CONTROLS: [&str; 8] =
    ["a", "button", "form", "input", "optgroup", "option", "select", "textarea"];

/// The types of inputs into which nothing is entered that is not there already.
const CHOSEN: [&str; 7] = ["button", "checkbox", "hidden", "image", "radio", "reset", "submit"];

/// The buttons, fields and forms of a piece of HTML, while it is read.
#[derive(Default)]
pub(super) struct Controls {
    /// The forms that are open.
    forms: Vec<Form>,
    has_idle_form: bool,
    has_idle_button: bool,
    has_button: bool,
    has_form: bool,
    /// True if something is entered outside of the forms.
    has_loose_field: bool,
    /// True if an element around a button may answer for it.
    has_other: bool,
}

/// The fields of a piece of HTML, as far as it says who sends them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    /// True if it has forms, of which HTML inside may have fields.
    pub(crate) has_form: bool,
    /// True if something is entered in no form, beside a button that does not send it.
    pub(crate) are_loose: bool,
}

/// A form that is open.
struct Form {
    is_answered: bool,
    has_button: bool,
}

/// Returns whether an attribute makes a button, field or form do something.
pub(super) fn is_answer(name: &str) -> bool {
    name.starts_with("on") || ANSWERS.contains(&name)
}

/// The same of the value of an attribute: such a form ends its dialog.
pub(super) fn is_answer_by_value(name: &str, value: &str) -> bool {
    name.ends_with("method") && value.eq_ignore_ascii_case("dialog")
}

impl Controls {
    /// Takes an element; `kind` is its `type`.
    pub(super) fn open(&mut self, name: &str, kind: &str, is_answered: bool) {
        self.has_form |= name == "form";
        self.has_button |= name == "button" && self.forms.is_empty();
        match (name, self.forms.last_mut()) {
            ("form", _) => self.forms.push(Form { is_answered, has_button: false }),
            ("button", Some(form)) => {
                form.has_button = true;
                form.is_answered |= is_answered;
            }
            ("button", None) => self.has_idle_button |= !is_answered,
            ("input" | "select" | "textarea", None) => {
                self.has_loose_field |= !is_answered && !CHOSEN.contains(&kind);
            }
            _ => self.has_other |= is_answered && !CONTROLS.contains(&name),
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        if name == "form"
            && let Some(form) = self.forms.pop()
        {
            self.has_idle_form |= form.has_button && !form.is_answered;
        }
    }

    pub(super) fn fields(&self) -> Fields {
        let are_loose = self.has_loose_field && self.has_button && !self.has_other;
        Fields { has_form: self.has_form, are_loose }
    }

    /// The faults, unless a script answers.
    pub(super) fn problems(mut self) -> Vec<&'static str> {
        while !self.forms.is_empty() {
            self.close("form");
        }
        let form = "a <form> without data-event sends nothing: give it data-event=\"form:send\", and \
            its fields come by their names";
        let button = "a <button> without data-event does nothing: give it data-event=\"page:save\", \
            or whatever its click is to say";
        let is_idle = [self.has_idle_form, self.has_idle_button && !self.has_other];
        is_idle
            .into_iter()
            .zip([form, button])
            .filter(|(idle, _)| *idle)
            .map(|(_, one)| one)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::HtmlIndex;
    use super::Fields;

    fn idle(html: &str) -> Vec<&'static str> {
        HtmlIndex::of(html).idle
    }

    #[test]
    fn what_nothing_answers_is_named() {
        let [form] = idle("<form action=/save><input name=a><button>Save</button></form>")[..]
        else {
            panic!();
        };
        assert!(form.starts_with("a <form> without data-event"), "{form}");
        let [button] = idle("<button id=go>Go</button><button>Stop</button>")[..] else { panic!() };
        assert!(button.starts_with("a <button> without data-event"), "{button}");
        assert_eq!(idle("<form><button>x</button><p>y").len(), 1);
    }

    #[test]
    fn fields_that_no_button_sends_are_found() {
        let send = "<button data-event=a:b>Send</button>";
        let fields = |html: &str| HtmlIndex::of(&format!("{html}{send}")).fields;
        for html in [
            "<input required>",
            "<input type=Number>",
            "<select><option disabled>Choose<option>a</select>",
            "<textarea></textarea>",
        ] {
            assert!(fields(html).are_loose, "{html}");
        }
        for html in [
            "<input type=hidden><input type=checkbox><input type=submit>",
            "<input data-event=a:b><select disabled></select><textarea readonly></textarea>",
            "<div data-event=a:b><input></div>",
        ] {
            assert!(!fields(html).are_loose, "{html}");
        }
        assert_eq!(HtmlIndex::of("<input type=search>").fields, Fields::default());
        let both = Fields { has_form: true, are_loose: true };
        assert_eq!(fields("<form data-event=a:b><input name=q></form><input>"), both);
        assert!(!fields("<form data-event=a:b><input name=q></form>").are_loose);
    }

    #[test]
    fn what_is_answered_is_not() {
        for html in [
            "<form data-event=a:b><button>x</button></form>",
            "<form><button data-event=a:b>x</button><button>y</button></form>",
            "<form method=dialog><button>x</button></form>",
            "<form><button formmethod=Dialog>x</button></form>",
            "<form><input name=q></form>",
            "<button data-event=a:b>x</button>",
            "<button popovertarget=p>x</button><button commandfor=d command=close>y</button>",
            "<div data-event=a:b><button>x</button></div>",
            "<button disabled>x</button>",
        ] {
            assert_eq!(idle(html), [""; 0], "{html}");
        }
    }
}
