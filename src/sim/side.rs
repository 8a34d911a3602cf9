//! The side table: what a pack keeps beside the world.

use std::any::Any;

/// What a pack keeps beside the world: quick indexes and the move in hand. Derived from the world, never hashed.
pub(crate) struct Side {
    value: Box<dyn Any + Send + Sync>,
    copy: fn(&(dyn Any + Send + Sync)) -> Box<dyn Any + Send + Sync>,
}

impl Side {
    pub(crate) fn new<T: Clone + Send + Sync + 'static>(value: T) -> Self {
        let copy = |value: &(dyn Any + Send + Sync)| -> Box<dyn Any + Send + Sync> {
            Box::new(value.downcast_ref::<T>().expect("a side keeps its type").clone())
        };
        Self { value: Box::new(value), copy }
    }

    #[inline]
    pub(crate) fn get<T: 'static>(&self) -> &T {
        self.value.downcast_ref().expect("a pack asks for the side it has put down")
    }

    #[inline]
    pub(crate) fn get_mut<T: 'static>(&mut self) -> &mut T {
        self.value.downcast_mut().expect("a pack asks for the side it has put down")
    }
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self { value: (self.copy)(&*self.value), copy: self.copy }
    }
}
