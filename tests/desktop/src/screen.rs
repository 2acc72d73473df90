//! Reads the screen.

use std::fs::File;
use std::path::Path;

use png::{ColorType, Encoder};
use regex::Regex;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::image::{Image, PixelLayout};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, MapState, Window};
use x11rb::rust_connection::RustConnection;

use crate::desktop::Desktop;
use crate::eventually::eventually;

type Reply<T> = Result<T, ReplyError>;

impl Desktop {
    pub(crate) fn connect(&self) -> (RustConnection, usize) {
        x11rb::connect(Some(&self.display)).expect("the display answers")
    }

    /// The windows on the screen whose whole title matches this regular expression.
    #[must_use]
    pub fn titled(&self, title: &str) -> Vec<String> {
        let pattern = Regex::new(&format!("^(?:{title})$")).expect("a regular expression");
        let (connection, screen) = self.connect();
        let root = connection.setup().roots[screen].root;
        let windows = connection.query_tree(root).unwrap().reply().unwrap().children;
        let has_title = |&window: &Window| {
            // One that has gone since was not on the screen.
            let title = if_there(title_on_screen(&connection, window)).flatten();
            title.is_some_and(|title| pattern.is_match(&title))
        };
        windows.into_iter().filter(has_title).map(|window| window.to_string()).collect()
    }

    /// The one window with this title, as soon as it is there.
    pub async fn window(&self, title: &str) -> String {
        eventually(&format!("one window `{title}`"), || match &self.titled(title)[..] {
            [window] => Some(window.clone()),
            _ => None,
        })
        .await
    }

    /// Width and height of a window in pixels, 0 when it is gone.
    #[must_use]
    pub fn size(&self, window: &str) -> (u32, u32) {
        let (connection, _) = self.connect();
        let geometry = connection.get_geometry(window.parse().unwrap()).unwrap().reply();
        if_there(geometry).map_or((0, 0), |size| (size.width.into(), size.height.into()))
    }

    /// The size of the icon that the window hands to window managers.
    #[must_use]
    pub fn icon_size(&self, window: &str) -> Option<(u32, u32)> {
        let (connection, _) = self.connect();
        let name = connection.intern_atom(false, b"_NET_WM_ICON").unwrap().reply().unwrap().atom;
        let (window, kind) = (window.parse().unwrap(), AtomEnum::CARDINAL);
        let icon =
            connection.get_property(false, window, name, kind, 0, 2).unwrap().reply().unwrap();
        let mut sides = icon.value32()?;
        Some((sides.next()?, sides.next()?))
    }

    /// The process that a window belongs to.
    #[must_use]
    pub fn process_of(&self, window: &str) -> String {
        self.xdotool(&["getwindowpid", window]).trim().to_owned()
    }

    /// Writes what is to be seen of the window, or of the whole screen, as a PNG.
    /// Anything covering the window covers it in the picture.
    pub fn screenshot(&self, window: Option<&str>, path: &Path) {
        let (connection, screen) = self.connect();
        let screen = &connection.setup().roots[screen];
        let [left, top, right, bottom] = match window {
            Some(window) => place(&connection, screen.root, window.parse().unwrap()),
            None => [0, 0, i32::MAX, i32::MAX],
        };
        // Only the screen can be seen.
        let (width, height) = (screen.width_in_pixels, screen.height_in_pixels);
        let [left, right] = [left, right].map(|x| x.clamp(0, width.into()));
        let [top, bottom] = [top, bottom].map(|y| y.clamp(0, height.into()));
        let (x, y) = (left as i16, top as i16);
        let (width, height) = ((right - left) as u16, (bottom - top) as u16);
        assert!(width > 0 && height > 0, "the window is not on the screen");
        let (image, visual) = Image::get(&connection, screen.root, x, y, width, height).unwrap();
        let mut visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
        let visual = visuals.find(|known| known.visual_id == visual).expect("a known visual");
        write_png(&image, PixelLayout::from_visual_type(*visual).unwrap(), path);
    }
}

/// The title of a window that is shown.
fn title_on_screen(connection: &RustConnection, window: Window) -> Reply<Option<String>> {
    if connection.get_window_attributes(window)?.reply()?.map_state != MapState::VIEWABLE {
        return Ok(None);
    }
    let name = connection.intern_atom(false, b"_NET_WM_NAME")?.reply()?.atom;
    for name in [name, AtomEnum::WM_NAME.into()] {
        let any = AtomEnum::ANY;
        let title = connection.get_property(false, window, name, any, 0, 1024)?.reply()?;
        if title.type_ != AtomEnum::NONE.into() {
            return Ok(Some(String::from_utf8_lossy(&title.value).into_owned()));
        }
    }
    Ok(None)
}

/// Returns the reply about a window, `None` if it has gone.
fn if_there<T>(reply: Reply<T>) -> Option<T> {
    match reply {
        Ok(value) => Some(value),
        Err(ReplyError::X11Error(error))
            if matches!(error.error_kind, ErrorKind::Window | ErrorKind::Drawable) =>
        {
            None
        }
        Err(error) => panic!("the display answers: {error}"),
    }
}

/// Returns the position of a window: left, top, right, bottom.
fn place(connection: &RustConnection, root: u32, window: u32) -> [i32; 4] {
    let size = connection.get_geometry(window).unwrap().reply().unwrap();
    let origin = connection.translate_coordinates(window, root, 0, 0).unwrap().reply().unwrap();
    let (left, top) = (i32::from(origin.dst_x), i32::from(origin.dst_y));
    [left, top, left + i32::from(size.width), top + i32::from(size.height)]
}

fn write_png(image: &Image<'_>, layout: PixelLayout, path: &Path) {
    let (width, height) = (image.width(), image.height());
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height) * 3);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let (red, green, blue) = layout.decode(image.get_pixel(x, y));
        pixels.extend([red, green, blue].map(|of_65535| (of_65535 >> 8) as u8));
    }
    let file = File::create(path).expect("the file is made");
    let mut encoder = Encoder::new(file, width.into(), height.into());
    encoder.set_color(ColorType::Rgb);
    let mut writer = encoder.write_header().expect("the file is written");
    writer.write_image_data(&pixels).expect("the file is written");
    writer.finish().expect("the file is written");
}
